//! `Relu`: numbers below zero become zero; `ReluGrad`: its gradient.

use regatta_status::Result;

use super::linear_in_first;
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::infer::{all_the_same, same_as_first},
};

pub(super) const OPS: &[Op] = &[
    op("Relu(features:T) -> (activations:T) {T:type}", "Numbers below zero become zero.")
        .shape(same_as_first)
        .gradient(gradient),
    op(
        "ReluGrad(gradients:T, features:T) -> (backprops:T) {T:type}",
        "The gradient where a number is above zero, else zero.",
    )
    .shape(all_the_same)
    .gradient(second_gradient),
];

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (y, dy) = (node.output(0)?, node.grad(0)?);
    Ok(vec![Some(node.call("ReluGrad", &[&dy, &y])?.into())])
}

fn second_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    linear_in_first(node, "ReluGrad", &[])
}
