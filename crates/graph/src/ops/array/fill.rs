//! `Fill`.

use super::repeat;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("Fill(dims:index_type, value:T) -> (output:T) {T:type, index_type:type=int32}", "").shape(repeat::fill)];
