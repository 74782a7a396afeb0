//! `DiagPart`: the diagonal of a tensor.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    grads::by_first,
    known::{input, merge},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "DiagPart(input:T) -> (diagonal:T) {T:type}",
    "The elements of a tensor of even rank where both halves of the index are the same.",
)
.shape(diag_part)
.gradient(gradient)];

/// One half of the shape, which the other must be like.
fn diag_part(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input(query, 0);
    let Some(sizes) = source.sizes() else { return Ok(vec![source]) };
    if sizes.is_empty() || sizes.len() % 2 != 0 {
        return Err(invalid_argument(format!("Input must have even and non-zero rank, input rank is {}", sizes.len())));
    }
    let (left, right) = sizes.split_at(sizes.len() / 2);
    Ok(vec![merge(&PartialShape::new(left.to_vec()), &PartialShape::new(right.to_vec()))?])
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let dy = node.grad(0)?;
    let dx = node.call("Diag", &[&dy])?;
    Ok(by_first(node, Some(dx.into())))
}
