//! `Selu`: the scaled form of `Elu` that keeps mean and variance; `SeluGrad`: its gradient.

use regatta_status::Result;

use super::elu::of_bent;
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::infer::{all_the_same, same_as_first},
};

pub(super) const OPS: &[Op] = &[
    op("Selu(features:T) -> (activations:T) {T:type}", "Elu, scaled so that mean and variance are kept.")
        .shape(same_as_first)
        .gradient(gradient),
    op("SeluGrad(gradients:T, outputs:T) -> (backprops:T) {T:type}", "The gradient of Selu, from its output.")
        .shape(all_the_same)
        .gradient(second_gradient),
];

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (y, dy) = (node.output(0)?, node.grad(0)?);
    Ok(vec![Some(node.call("SeluGrad", &[&dy, &y])?.into())])
}

fn second_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    of_bent(node, "SeluGrad")
}
