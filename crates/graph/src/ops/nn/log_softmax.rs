//! `LogSoftmax`: the logarithm of `Softmax`.

use regatta_status::Result;
use regatta_tensor::Tensor;

use super::rows;
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] =
    &[op("LogSoftmax(logits:T) -> (logsoftmax:T) {T:type}", "x - ln(sum(exp(x))) over the last dimension.")
        .shape(rows)
        .gradient(gradient)];

/// `dy - sum(dy) softmax(x)`.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (logits, dy) = (node.input(0)?, node.grad(0)?);
    let softmax = node.call("Softmax", &[&logits])?;
    let last = node.constant(Tensor::vector(vec![-1i32]))?;
    let sum = node.op("Sum").inputs([&dy, &last]).attr("keep_dims", true).finish()?;
    let product = node.call("Mul", &[&sum, &softmax])?;
    Ok(vec![Some(node.call("Sub", &[&dy, &product])?.into())])
}
