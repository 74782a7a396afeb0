//! `_SwitchN`: one of several ways. TensorFlow's masters make it of a `Case`.

use crate::op_def::{Op, op};
use crate::ops::infer::{input, scalar};
use crate::shape_rule::ShapeQuery;
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[op(
    "_SwitchN(data:T, output_index:int32) -> (outputs:num_outs*T) {num_outs:int, T:type}",
    "Hands a value to one of several outputs; the others are dead.",
)
.shape(all_sides)];

fn all_sides(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    scalar(input(query, 1)?)?;
    Ok(vec![input(query, 0)?.clone(); query.node.output_types.len()])
}
