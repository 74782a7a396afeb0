//! `BroadcastGradientArgs`: along which axes the gradient of a broadcasting op is summed.

use super::same;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "BroadcastGradientArgs(s0:T, s1:T) -> (r0:T, r1:T) {T:type=int32}",
    "For two shapes that are broadcast against each other, the axes to sum a gradient over to get back to each.",
)
.shape(same::vector)
.flat()];
