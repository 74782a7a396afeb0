//! `SegmentMean`: the mean of rows by segments.

use regatta_status::Result;

use super::segments::{Segments, sorted};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::array::grads::by_first,
};

pub(super) const OPS: &[Op] = &[op(
    "SegmentMean(data:T, segment_ids:Tindices) -> (output:T) {T:type, Tindices:type}",
    "The mean of the rows of each segment, which lie one behind the other.",
)
.shape(sorted)
.gradient(gradient)];

/// Each row gets its share of the gradient of its segment.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (segments, x, dy) = (Segments::of(node)?, node.input(0)?, node.grad(0)?);
    let ones = node.call("OnesLike", &[&x])?;
    let count = segments.gather(node, "Sum", &ones)?;
    let share = node.call("RealDiv", &[&dy, &count])?;
    let dx = segments.spread(node, &share)?;
    Ok(by_first(node, Some(dx.into())))
}
