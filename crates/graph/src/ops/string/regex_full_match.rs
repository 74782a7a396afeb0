//! `StaticRegexFullMatch`.

use crate::op_def::{Op, op};
use crate::ops::array::same;

pub(super) const OPS: &[Op] =
    &[op("StaticRegexFullMatch(input:string) -> (output:bool) {pattern:string}", "").shape(same::same)];
