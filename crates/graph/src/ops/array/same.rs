//! Ops whose outputs have the shape of an input, or a shape that nothing can change.

use regatta_status::Result;
use regatta_tensor::{PartialShape, Shape, Tensor};

use super::known::{input, input_of_rank, merge};
use crate::{def::AttrValue, op_def::AttrsExt, shape_rule::ShapeQuery};

/// The shape of the first input.
pub(crate) fn same(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![input(query, 0)])
}

/// For every output the shape of the input of the same number.
pub(crate) fn same_each(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(query.inputs.to_vec())
}

/// A scalar for every output.
pub(crate) fn scalar(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![(&Shape::scalar()).into(); query.node.output_types.len()])
}

/// A vector whose length is not known, for every output.
pub(crate) fn vector(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![PartialShape::of_rank(1); query.node.output_types.len()])
}

/// The shape of a vector that is the first input.
pub(crate) fn same_vector(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![input_of_rank(query, 0, 1)?])
}

/// `Const`: the shape of its value.
pub(crate) fn constant(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let value: Option<&Tensor> = match query.node.attrs.get_attr("value")? {
        AttrValue::Tensor(value) => Some(value),
        _ => None,
    };
    Ok(vec![value.map_or_else(PartialShape::unknown, |value| value.shape().into())])
}

/// `Placeholder`: what its attribute says.
pub(crate) fn placeholder(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![query.node.attrs.shape("shape")?.clone()])
}

/// `PlaceholderWithDefault`: what its attribute says, which the default must keep.
pub(crate) fn placeholder_with_default(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let shape = query.node.attrs.shape("shape")?;
    merge(&input(query, 0), shape)?;
    Ok(vec![shape.clone()])
}

/// `Shape` and `ShapeN`: a vector as long as each input's rank.
pub(crate) fn shape_of(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let of = |i| input(query, i).rank().map_or_else(|| PartialShape::of_rank(1), |n| PartialShape::new(vec![Some(n)]));
    Ok((0..query.node.output_types.len()).map(of).collect())
}
