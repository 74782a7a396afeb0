//! `StringLower`: strings in lower case.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("StringLower(input:string) -> (output:string) {encoding:string=''}", "Each string in lower case.")
        .shape(same_as_first)];
