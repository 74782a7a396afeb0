//! `VariableShape`.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "VariableShape(input:resource) -> (output:out_type) {out_type:type=int32} [stateful]",
    "The shape of the variable behind a handle.",
)
.shape(vector)
.flat()];

fn vector(_: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![PartialShape::of_rank(1)])
}
