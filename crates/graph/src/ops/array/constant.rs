//! `Const`: a value that is part of the graph.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    def::AttrValue,
    op_def::{AttrsExt, Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] =
    &[op("Const() -> (output:dtype) {value:tensor, dtype:type}", "A value that is part of the graph.")
        .shape(constant)
        .flat()];

/// The shape of its value.
fn constant(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![match query.node.attrs.get_attr("value")? {
        AttrValue::Tensor(value) => value.shape().into(),
        _ => PartialShape::unknown(),
    }])
}
