//! `Roll`: elements moved along axes, those at the end to the beginning.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::{
    grads::by_first,
    known::{at_least_rank, input},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "Roll(input:T, shift:Tshift, axis:Taxis) -> (output:T) {T:type, Tshift:type, Taxis:type}",
    "The elements moved along axes; those that pass the end come in at the beginning.",
)
.shape(roll)
.gradient(gradient)];

/// The shape of the input.
fn roll(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input(query, 0);
    at_least_rank(&source, 1)?;
    Ok(vec![source])
}

/// Moved back.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (shift, axis, dy) = (node.input(1)?, node.input(2)?, node.grad(0)?);
    let back = node.call("Neg", &[&shift])?;
    let dx = node.call("Roll", &[&dy, &back, &axis])?;
    Ok(by_first(node, Some(dx.into())))
}
