//! `StringUpper`: strings in upper case.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("StringUpper(input:string) -> (output:string) {encoding:string=''}", "Each string in upper case.")
        .shape(same_as_first)];
