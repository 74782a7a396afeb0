//! `Sigmoid`: 1 / (1 + exp(-x)); `SigmoidGrad`: its gradient.

use regatta_status::Result;

use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[
    op("Sigmoid(x:T) -> (y:T) {T:type}", "1 / (1 + exp(-x)).").shape(same_as_first).gradient(gradient),
    op("SigmoidGrad(y:T, dy:T) -> (z:T) {T:type}", "The gradient of Sigmoid, from its output: dy y (1 - y).")
        .shape(same_as_first)
        .gradient(second_gradient),
];

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (y, dy) = (node.output(0)?, node.grad(0)?);
    let y = node.conj(&y)?;
    Ok(vec![Some(node.call("SigmoidGrad", &[&y, &dy])?.into())])
}

/// Of `z = dy y (1 - y)`: by `y` it is `dy (1 - 2 y)`, by `dy` it is `y (1 - y)`.
fn second_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (y, dy, dz) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let (y, dy) = (node.conj(&y)?, node.conj(&dy)?);
    let product = node.call("Mul", &[&dz, &dy])?;
    let two = node.number(&y, 2.0)?;
    let twice = node.call("Mul", &[&two, &product])?;
    let twice_y = node.call("Mul", &[&twice, &y])?;
    let by_y = node.call("Sub", &[&product, &twice_y])?;
    let by_dy = node.call("SigmoidGrad", &[&y, &dz])?;
    Ok(vec![Some(by_y.into()), Some(by_dy.into())])
}
