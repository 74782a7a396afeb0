//! `Squeeze`.

use super::reshape;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("Squeeze(input:T) -> (output:T) {T:type, squeeze_dims:list(int)=[]}", "").shape(reshape::squeeze)];
