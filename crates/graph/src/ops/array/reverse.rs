//! `ReverseV2`, and `Reverse` with a truth for every axis: a tensor back to front.

use regatta_status::{Result, invalid_argument};
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
        "Reverse(tensor:T, dims:bool) -> (output:T) {T:type}",
        "The input back to front along the axes whose truth is set.",
    )
    .shape(reverse)
    .gradient(gradient),
    op(
        "ReverseV2(tensor:T, axis:Tidx) -> (output:T) {Tidx:type=int32, T:type}",
        "The input back to front along the named axes.",
    )
    .shape(reverse_axes)
    .gradient(gradient_axes),
];

/// The shape of the tensor, which has a truth for every axis.
fn reverse(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (shape, axes) = (input(query, 0), vector_len(query, 1)?);
    let rank = merge_size(shape.rank(), axes)?;
    if let Some(rank) = rank.filter(|&rank| rank > 8) {
        return Err(invalid_argument(format!(
            "reverse does not work on tensors with more than 8 dimensions, not {rank}"
        )));
    }
    Ok(vec![match (shape.rank(), rank) {
        (None, Some(rank)) => PartialShape::of_rank(rank),
        _ => shape,
    }])
}

/// The shape of the tensor, whose axes are named once each.
fn reverse_axes(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    vector_len(query, 1)?;
    let shape = input(query, 0);
    if let (Some(rank), Some(axes)) = (shape.rank(), constant_ints(query, 1)) {
        let mut seen = vec![false; rank];
        for axis in axes {
            let axis = axis_of(axis, rank)?;
            if std::mem::replace(&mut seen[axis], true) {
                return Err(invalid_argument(format!("axis {axis} specified more than once.")));
            }
        }
    }
    Ok(vec![shape])
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    reversed(node, "Reverse")
}

fn gradient_axes(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    reversed(node, "ReverseV2")
}

/// Back to front once more.
fn reversed(node: &mut Backward<'_>, op: &str) -> Result<Vec<Option<Grad>>> {
    let (axes, dy) = (node.input(1)?, node.grad(0)?);
    let dx = node.call(op, &[&dy, &axes])?;
    Ok(by_first(node, Some(dx.into())))
}
