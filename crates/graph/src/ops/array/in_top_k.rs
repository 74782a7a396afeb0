//! `InTopK`, `InTopKV2`: whether the right class is among those predicted first.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::known::{input_of_rank, merge_size};
use crate::{
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "InTopK(predictions:float, targets:T) -> (precision:bool) {k:int, T:type=int32}",
        "For each row of predictions, whether its target is among the `k` largest.",
    )
    .shape(in_top_k),
    op(
        "InTopKV2(predictions:float, targets:T, k:T) -> (precision:bool) {T:type=int32}",
        "For each row of predictions, whether its target is among the `k` largest.",
    )
    .shape(in_top_k),
];

/// A truth for each row.
fn in_top_k(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (predictions, targets) = (input_of_rank(query, 0, 2)?, input_of_rank(query, 1, 1)?);
    if query.inputs.len() > 2 {
        input_of_rank(query, 2, 0)?;
    }
    let first = |shape: &PartialShape| shape.sizes().and_then(|sizes| sizes[0]);
    Ok(vec![PartialShape::new(vec![merge_size(first(&predictions), first(&targets))?])])
}
