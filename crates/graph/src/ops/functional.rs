//! Ops that call functions: conditions, loops, calls. They are lowered before a graph runs, so that no kernel is theirs.

mod case;
mod r#if;
mod partitioned_call;
mod r#while;

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{AttrValue, op_def::Op, shape_rule::ShapeQuery};

pub(super) const OPS: &[&[Op]] = &[case::OPS, r#if::OPS, partitioned_call::OPS, r#while::OPS];

/// Whether an op is one of these.
pub fn is_functional(op: &str) -> bool {
    matches!(
        op,
        "If" | "StatelessIf"
            | "Case"
            | "StatelessCase"
            | "While"
            | "StatelessWhile"
            | "PartitionedCall"
            | "StatefulPartitionedCall"
    )
}

/// The shapes that the node promises, if it promises any.
fn output_shapes(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let count = query.node.output_types.len();
    match query.node.attrs.get("output_shapes") {
        Some(AttrValue::List(list)) if list.shapes.len() == count => Ok(list.shapes.clone()),
        _ => Ok(vec![PartialShape::unknown(); count]),
    }
}
