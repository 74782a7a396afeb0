//! `Softplus`: ln(1 + exp(x)), a smooth form of `Relu`; `SoftplusGrad`: its gradient.

use regatta_status::Result;

use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::infer::{all_the_same, same_as_first},
};

pub(super) const OPS: &[Op] = &[
    op("Softplus(features:T) -> (activations:T) {T:type}", "ln(1 + exp(x)).").shape(same_as_first).gradient(gradient),
    op("SoftplusGrad(gradients:T, features:T) -> (backprops:T) {T:type}", "The gradient of Softplus, from its input.")
        .shape(all_the_same)
        .gradient(second_gradient),
];

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, dy) = (node.input(0)?, node.grad(0)?);
    Ok(vec![Some(node.call("SoftplusGrad", &[&dy, &x])?.into())])
}

/// Of `g s(x)` with `s` the sigmoid: by `g` it is `s(x)`, by `x` it is `g s(x) (1 - s(x))`.
fn second_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (g, x, dy) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let by_gradients = node.call("SoftplusGrad", &[&dy, &x])?;
    let sigmoid = node.call("Sigmoid", &[&x])?;
    let product = node.call("Mul", &[&dy, &g])?;
    let by_features = node.call("SigmoidGrad", &[&sigmoid, &product])?;
    Ok(vec![Some(by_gradients.into()), Some(by_features.into())])
}
