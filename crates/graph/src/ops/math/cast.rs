//! `Cast`.

use crate::op_def::{Op, op};
use crate::ops::infer::same_as_first;

pub(super) const OPS: &[Op] =
    &[op("Cast(x:SrcT) -> (y:DstT) {SrcT:type, DstT:type, Truncate:bool=False}", "").shape(same_as_first)];
