//! `TensorListConcat`, `TensorListConcatV2`: the items of a list one behind the other, and how long each is.

use super::rules::{element_shape_input, element_shape_of};
use crate::gradient::{Backward, Grad};
use crate::op_def::AttrsExt;
use crate::op_def::{Op, op};
use crate::shape_rule::ShapeQuery;
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[
    op(
        "TensorListConcat(input_handle:variant) -> (tensor:element_dtype, lengths:int64) {element_dtype:type, element_shape:shape=unknown}",
        "The items of a list one behind the other, and how long each is.",
    )
    .shape(told_by_attr)
    .gradient(gradient),
    op(
        "TensorListConcatV2(input_handle:variant, element_shape:shape_type, leading_dims:int64) -> (tensor:element_dtype, lengths:int64) {element_dtype:type, shape_type:type}",
        "The same, with the lengths of items that are not set.",
    )
    .shape(told_by_input)
    .gradient(gradient),
];

fn told_by_attr(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(joined(query.node.attrs.shape("element_shape")?))
}

fn told_by_input(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(joined(&element_shape_input(query, 1)))
}

/// Only what stands behind the first size is known of the result.
fn joined(element: &PartialShape) -> Vec<PartialShape> {
    let shape = match element.sizes().and_then(<[_]>::split_first) {
        Some((_, sizes)) => PartialShape::new([&[None], sizes].concat()),
        None => PartialShape::unknown(),
    };
    vec![shape, PartialShape::of_rank(1)]
}

/// The gradient cut into pieces again.
fn gradient(b: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (list, lengths, grad) = (b.input(0)?, b.output(1)?, b.grad(0)?);
    let shape = element_shape_of(b, &list)?;
    let pieces = b.call("TensorListSplit", &[&grad, &shape, &lengths])?;
    let mut all = vec![Some(pieces.into())];
    all.resize(b.num_inputs(), None);
    Ok(all)
}
