//! `SparseSoftmaxCrossEntropyWithLogits`: how far a softmax is from one right class per row, and the gradient of that.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::{logits_gradient, size};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::infer::{equal_dims, input, with_rank},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "SparseSoftmaxCrossEntropyWithLogits(features:T, labels:Tlabels) -> (loss:T, backprop:T) {T:type, Tlabels:type=int64}",
    "The cross entropy of each row's softmax and its right class, and the gradient of that by the features.",
)
.shape(shape)
.gradient(gradient)];

/// `features [b, n], labels [b] -> loss [b], backprop [b, n]`.
fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let features = with_rank(input(query, 0)?, 2)?;
    let labels = with_rank(input(query, 1)?, 1)?;
    let rows = equal_dims(size(&features, 0), size(&labels, 0))?;
    Ok(vec![PartialShape::new(vec![rows]), PartialShape::new(vec![rows, size(&features, 1)])])
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    Ok(vec![Some(logits_gradient(node)?.into()), None])
}
