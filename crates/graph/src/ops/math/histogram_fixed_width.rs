//! `HistogramFixedWidth`: how many values fall into each of some bins of one width.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::infer::{constant, input, integers, scalar},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "HistogramFixedWidth(values:T, value_range:T, nbins:int32) -> (out:dtype) {T:type, dtype:type=int32}",
    "How many values fall into each of some bins of one width.",
)
.shape(shape)];

/// As many as a constant says.
fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    scalar(input(query, 2)?)?;
    let count = constant(query, 2).and_then(integers).and_then(|count| usize::try_from(*count.first()?).ok());
    Ok(vec![PartialShape::new(vec![count])])
}
