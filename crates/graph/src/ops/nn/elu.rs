//! `Elu`: numbers below zero are bent towards -1; `EluGrad`: its gradient.

use regatta_status::Result;

use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::infer::{all_the_same, same_as_first},
};

pub(super) const OPS: &[Op] = &[
    op("Elu(features:T) -> (activations:T) {T:type}", "exp(x) - 1 where x is below zero, else x.")
        .shape(same_as_first)
        .gradient(gradient),
    op("EluGrad(gradients:T, outputs:T) -> (backprops:T) {T:type}", "The gradient of Elu, from its output.")
        .shape(all_the_same)
        .gradient(second_gradient),
];

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (y, dy) = (node.output(0)?, node.grad(0)?);
    Ok(vec![Some(node.call("EluGrad", &[&dy, &y])?.into())])
}

fn second_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    of_bent(node, "EluGrad")
}

/// Of `g (y + c)` where `y < 0`, else `g` times a constant: by `g` it is the op itself, by `y` it is `g` where `y < 0`.
pub(super) fn of_bent(node: &mut Backward<'_>, op: &str) -> Result<Vec<Option<Grad>>> {
    let (g, y, dy) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let by_gradients = node.call(op, &[&dy, &y])?;
    let zero = node.number(&y, 0.0)?;
    let below = node.call("Less", &[&y, &zero])?;
    let product = node.call("Mul", &[&dy, &g])?;
    let zeros = node.call("ZerosLike", &[&y])?;
    let by_outputs = node.call("Select", &[&below, &product, &zeros])?;
    Ok(vec![Some(by_gradients.into()), Some(by_outputs.into())])
}
