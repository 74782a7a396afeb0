//! `Pad`, `PadV2`: a tensor surrounded by a value.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    grads::{by_first, cast, flat, ints},
    known::{constant_ints, input, input_of_rank, merge_size},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "Pad(input:T, paddings:Tpaddings) -> (output:T) {T:type, Tpaddings:type=int32}",
        "The input with zeros before and after it along each axis.",
    )
    .shape(pad)
    .gradient(gradient),
    op(
        "PadV2(input:T, paddings:Tpaddings, constant_values:T) -> (output:T) {T:type, Tpaddings:type=int32}",
        "The input with a given value before and after it along each axis.",
    )
    .shape(pad)
    .gradient(gradient),
];

/// Each size with what comes before and after it.
pub(super) fn pad(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let paddings = input_of_rank(query, 1, 2)?;
    let source = input(query, 0);
    let rows = paddings.sizes().and_then(|sizes| sizes[0]);
    merge_size(paddings.sizes().and_then(|sizes| sizes[1]), Some(2))?;
    let Some(rank) = merge_size(source.rank(), rows)? else { return Ok(vec![PartialShape::unknown()]) };
    let (Some(sizes), Some(pads)) = (source.sizes(), constant_ints(query, 1)) else {
        return Ok(vec![PartialShape::of_rank(rank)]);
    };
    let padded = sizes.iter().zip(pads.chunks_exact(2)).map(|(size, pad)| {
        let around = usize::try_from(pad[0]).ok().zip(usize::try_from(pad[1]).ok());
        let Some((before, after)) = around else {
            return Err(invalid_argument(format!("Paddings must be non-negative: {} {}", pad[0], pad[1])));
        };
        Ok(size.and_then(|size| size.checked_add(before)?.checked_add(after)))
    });
    Ok(vec![PartialShape::new(padded.collect::<Result<_>>()?)])
}

/// The part of the gradient where the input lies. As in TensorFlow none by the value around it.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, paddings, dy) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let (begin, size) = (ints(node, &[0, 0])?, ints(node, &[-1, 1])?);
    let before = node.call("Slice", &[&paddings, &begin, &size])?;
    let before = flat(node, &before)?;
    let shape = node.shape_of(&x)?;
    let shape = cast(node, &shape, paddings.dtype())?;
    let dx = node.call("Slice", &[&dy, &before, &shape])?;
    Ok(by_first(node, Some(dx.into())))
}
