//! `Relu6`: numbers are kept between 0 and 6; `Relu6Grad`: its gradient.

use regatta_status::Result;

use super::linear_in_first;
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::infer::{all_the_same, same_as_first},
};

pub(super) const OPS: &[Op] = &[
    op("Relu6(features:T) -> (activations:T) {T:type}", "Numbers are kept between 0 and 6.")
        .shape(same_as_first)
        .gradient(gradient),
    op(
        "Relu6Grad(gradients:T, features:T) -> (backprops:T) {T:type}",
        "The gradient where a number is between 0 and 6, else zero.",
    )
    .shape(all_the_same)
    .gradient(second_gradient),
];

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (y, dy) = (node.output(0)?, node.grad(0)?);
    Ok(vec![Some(node.call("Relu6Grad", &[&dy, &y])?.into())])
}

fn second_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    linear_in_first(node, "Relu6Grad", &[])
}
