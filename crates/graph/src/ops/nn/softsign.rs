//! `Softsign`: x / (1 + |x|); `SoftsignGrad`: its gradient.

use regatta_status::Result;

use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::infer::{all_the_same, same_as_first},
};

pub(super) const OPS: &[Op] = &[
    op("Softsign(features:T) -> (activations:T) {T:type}", "x / (1 + |x|).").shape(same_as_first).gradient(gradient),
    op("SoftsignGrad(gradients:T, features:T) -> (backprops:T) {T:type}", "The gradient of Softsign, from its input.")
        .shape(all_the_same),
];

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, dy) = (node.input(0)?, node.grad(0)?);
    Ok(vec![Some(node.call("SoftsignGrad", &[&dy, &x])?.into())])
}
