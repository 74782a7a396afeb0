//! `AddN`, `AccumulateNV2`: the sum of any number of tensors.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::arithmetic::Grads;
use crate::{
    gradient::Backward,
    op_def::{AttrsExt, Op, op},
    ops::infer::{all_the_same, merge},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op("AddN(inputs:N*T) -> (sum:T) {N:int, T:type} [commutative,aggregate]", "The sum of any number of tensors.")
        .shape(all_the_same)
        .gradient(gradient),
    op(
        "AccumulateNV2(inputs:N*T) -> (sum:T) {N:int, T:type, shape:shape} [commutative,aggregate]",
        "The sum of any number of tensors of a shape that is said.",
    )
    .shape(accumulated)
    .gradient(gradient),
];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let grad = node.grad(0)?;
    Ok(vec![Some(grad.into()); node.num_inputs()])
}

fn accumulated(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let shape = all_the_same(query)?;
    Ok(vec![merge(query.node.attrs.shape("shape")?, shape.first().unwrap_or(&PartialShape::unknown()))?])
}
