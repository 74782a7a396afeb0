//! `Fill`: one value everywhere.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::{
    grads::{by_input, sum_of_all},
    known::{input_of_rank, shape_input},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "Fill(dims:index_type, value:T) -> (output:T) {T:type, index_type:type=int32}",
    "One value in every place of a given shape.",
)
.shape(fill)
.gradient(gradient)];

/// The shape that the first input spells out; the second is a scalar.
fn fill(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    input_of_rank(query, 1, 0)?;
    Ok(vec![shape_input(query, 0)?])
}

/// The value stands everywhere.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let dy = node.grad(0)?;
    let total = sum_of_all(node, &dy)?;
    Ok(by_input(node, 1, Some(total.into())))
}
