//! `SoftmaxCrossEntropyWithLogits`: how far a softmax is from given probabilities, and the gradient of that.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{logits_gradient, rows_times, size};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::infer::{broadcast, input, with_rank},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "SoftmaxCrossEntropyWithLogits(features:T, labels:T) -> (loss:T, backprop:T) {T:type}",
    "The cross entropy of each row's softmax and its labels, and the gradient of that by the features.",
)
.shape(shape)
.gradient(gradient)];

/// `features [b, n], labels [b, n] -> loss [b], backprop [b, n]`, both broadcast.
fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let shape = broadcast(input(query, 0)?, input(query, 1)?)?;
    if let Some(rank) = shape.rank().filter(|rank| *rank != 2) {
        return Err(invalid_argument(format!("Shape must be broadcasted with rank 2, but is rank {rank}")));
    }
    let shape = with_rank(&shape, 2)?;
    Ok(vec![PartialShape::new(vec![size(&shape, 0)]), shape])
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let by_features = logits_gradient(node)?;
    let (logits, grad_loss) = (node.input(0)?, node.grad(0)?);
    let log_softmax = node.call("LogSoftmax", &[&logits])?;
    let negative = node.call("Neg", &[&log_softmax])?;
    let by_labels = rows_times(node, &grad_loss, &negative)?;
    Ok(vec![Some(by_features.into()), Some(by_labels.into())])
}
