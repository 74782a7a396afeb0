//! `Split`, `SplitV`.

use super::join;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("Split(split_dim:int32, value:T) -> (output:num_split*T) {num_split:int, T:type}", "").shape(join::split),
    op("SplitV(value:T, size_splits:Tlen, split_dim:int32) -> (output:num_split*T) {num_split:int, T:type, Tlen:type=int64}", "").shape(join::split_v),
];
