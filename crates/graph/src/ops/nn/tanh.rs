//! `Tanh`: the hyperbolic tangent; `TanhGrad`: its gradient.

use regatta_status::Result;

use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[
    op("Tanh(x:T) -> (y:T) {T:type}", "The hyperbolic tangent.").shape(same_as_first).gradient(gradient),
    op("TanhGrad(y:T, dy:T) -> (z:T) {T:type}", "The gradient of Tanh, from its output: dy (1 - y^2).")
        .shape(same_as_first)
        .gradient(second_gradient),
];

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (y, dy) = (node.output(0)?, node.grad(0)?);
    let y = node.conj(&y)?;
    Ok(vec![Some(node.call("TanhGrad", &[&y, &dy])?.into())])
}

/// Of `z = dy (1 - y^2)`: by `y` it is `-2 dy y`, by `dy` it is `1 - y^2`.
fn second_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (y, dy, dz) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let (conj_y, conj_dy) = (node.conj(&y)?, node.conj(&dy)?);
    let factor = node.number(&y, -2.0)?;
    let product = node.call("Mul", &[&dz, &conj_dy])?;
    let product = node.call("Mul", &[&product, &conj_y])?;
    let by_y = node.call("Mul", &[&factor, &product])?;
    let by_dy = node.call("TanhGrad", &[&conj_y, &dz])?;
    Ok(vec![Some(by_y.into()), Some(by_dy.into())])
}
