//! `Diag`: a tensor spread out along the diagonal of a larger one.

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
    "Diag(diagonal:T) -> (output:T) {T:type}",
    "Zeros of twice the rank, with the input where both halves of an index are the same.",
)
.shape(diag)
.gradient(gradient)];

/// The shape twice.
fn diag(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input(query, 0);
    at_least_rank(&source, 1)?;
    let Some(sizes) = source.sizes() else { return Ok(vec![source]) };
    Ok(vec![PartialShape::new([sizes, sizes].concat())])
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let dy = node.grad(0)?;
    let dx = node.call("DiagPart", &[&dy])?;
    Ok(by_first(node, Some(dx.into())))
}
