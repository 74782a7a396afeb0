//! `ExpandDims`.

use super::reshape;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("ExpandDims(input:T, dim:Tdim) -> (output:T) {T:type, Tdim:type=int32}", "").shape(reshape::expand_dims)];
