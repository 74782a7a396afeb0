//! `UniqueWithCounts`, `UniqueWithCountsV2`: each value once, and how often it comes.

use super::unique::{unique, unique_along};
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "UniqueWithCounts(x:T) -> (y:T, idx:out_idx, count:out_idx) {T:type, out_idx:type=int32}",
        "As Unique, with how often each value comes.",
    )
    .shape(unique),
    op(
        "UniqueWithCountsV2(x:T, axis:Taxis) -> (y:T, idx:out_idx, count:out_idx) {T:type, Taxis:type=int64, out_idx:type=int32}",
        "As UniqueV2, with how often each part comes.",
    )
    .shape(unique_along),
];
