//! `Transpose`: the axes in another order.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::{
    grads::by_first,
    known::{axis_of, constant_ints, input, merge_size, vector_len},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "ConjugateTranspose(x:T, perm:Tperm) -> (y:T) {T:type, Tperm:type=int32}",
        "The axes in another order, and every complex element conjugated.",
    )
    .shape(transpose)
    .gradient(gradient_conjugate),
    op(
        "Transpose(x:T, perm:Tperm) -> (y:T) {T:type, Tperm:type=int32}",
        "The axes in another order: axis `i` of the result is axis `perm[i]` of the input.",
    )
    .shape(transpose)
    .gradient(gradient),
];

/// The sizes in another order.
fn transpose(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input(query, 0);
    let rank = merge_size(source.rank(), vector_len(query, 1)?)?;
    let Some(rank) = rank else { return Ok(vec![PartialShape::unknown()]) };
    let (Some(sizes), Some(perm)) = (source.sizes(), constant_ints(query, 1)) else {
        return Ok(vec![PartialShape::of_rank(rank)]);
    };
    let axes: Result<Vec<usize>> = perm.iter().map(|&axis| axis_of(axis, rank)).collect();
    Ok(vec![PartialShape::new(axes?.into_iter().map(|axis| sizes[axis]).collect())])
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    back(node, "Transpose")
}

fn gradient_conjugate(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    back(node, "ConjugateTranspose")
}

/// The axes in their old order.
fn back(node: &mut Backward<'_>, op: &str) -> Result<Vec<Option<Grad>>> {
    let (perm, dy) = (node.input(1)?, node.grad(0)?);
    let back = node.call("InvertPermutation", &[&perm])?;
    let dx = node.call(op, &[&dy, &back])?;
    Ok(by_first(node, Some(dx.into())))
}
