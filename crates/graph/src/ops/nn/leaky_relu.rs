//! `LeakyRelu`: numbers below zero become smaller; `LeakyReluGrad`: its gradient.

use regatta_status::Result;

use super::{alike, linear_in_first};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::infer::{all_the_same, same_as_first},
};

pub(super) const OPS: &[Op] = &[
    op(
        "LeakyRelu(features:T) -> (activations:T) {alpha:float=0.2, T:type=float}",
        "Numbers below zero are multiplied by a constant.",
    )
    .shape(same_as_first)
    .gradient(gradient),
    op(
        "LeakyReluGrad(gradients:T, features:T) -> (backprops:T) {alpha:float=0.2, T:type=float}",
        "The gradient, multiplied by a constant where a number is below zero.",
    )
    .shape(all_the_same)
    .gradient(second_gradient),
];

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, dy) = (node.input(0)?, node.grad(0)?);
    Ok(vec![Some(alike(node, "LeakyReluGrad", &["alpha"], &[&dy, &x])?.into())])
}

fn second_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    linear_in_first(node, "LeakyReluGrad", &["alpha"])
}
