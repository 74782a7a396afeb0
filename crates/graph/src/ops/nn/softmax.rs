//! `Softmax`: exponentials of rows that add up to one.

use regatta_status::Result;

use super::{rows, through_softmax};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] =
    &[op("Softmax(logits:T) -> (softmax:T) {T:type}", "exp(x) / sum(exp(x)) over the last dimension.")
        .shape(rows)
        .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (softmax, dy) = (node.output(0)?, node.grad(0)?);
    Ok(vec![Some(through_softmax(node, &dy, &softmax)?.into())])
}
