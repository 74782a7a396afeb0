//! `Tile`: a tensor repeated along its axes.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    grads::{by_first, column, concat, flat, int, reshape_like, shape_as},
    known::{constant_ints, input, merge_size, vector_len},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "Tile(input:T, multiples:Tmultiples) -> (output:T) {T:type, Tmultiples:type=int32}",
    "The input repeated a number of times along each axis.",
)
.shape(tile)
.gradient(gradient)];

/// Each size times its multiple.
fn tile(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input(query, 0);
    let Some(rank) = merge_size(source.rank(), vector_len(query, 1)?)? else {
        return Ok(vec![PartialShape::unknown()]);
    };
    let (Some(sizes), Some(multiples)) = (source.sizes(), constant_ints(query, 1)) else {
        return Ok(vec![PartialShape::of_rank(rank)]);
    };
    let tiled = sizes.iter().zip(&multiples).map(|(size, &multiple)| match usize::try_from(multiple) {
        Ok(multiple) => match size {
            Some(size) => {
                size.checked_mul(multiple).map(Some).ok_or_else(|| invalid_argument("a tiled size overflows"))
            }
            None => Ok((multiple == 0).then_some(0)),
        },
        Err(_) => Err(invalid_argument(format!("Expected multiples >= 0, but got {multiple}"))),
    });
    Ok(vec![PartialShape::new(tiled.collect::<Result<_>>()?)])
}

/// Seen as `[multiple, size, multiple, size, ...]`, the gradient is summed over every other axis.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, multiples, dy) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let sizes = shape_as(node, &x, multiples.dtype())?;
    let (multiples, sizes) = (column(node, &multiples)?, column(node, &sizes)?);
    let split = concat(node, &[&multiples, &sizes], 1)?;
    let split = flat(node, &split)?;
    let dy = node.call("Reshape", &[&dy, &split])?;
    let (first, end, step) = (int(node, 0)?, node.call("Rank", &[&dy])?, int(node, 2)?);
    let axes = node.call("Range", &[&first, &end, &step])?;
    let sum = node.call("Sum", &[&dy, &axes])?;
    let dx = reshape_like(node, &sum, &x)?;
    Ok(by_first(node, Some(dx.into())))
}
