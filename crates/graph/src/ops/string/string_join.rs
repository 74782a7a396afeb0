//! `StringJoin`.

use super::string_join;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("StringJoin(inputs:N*string) -> (output:string) {N:int, separator:string=''}", "").shape(string_join)];
