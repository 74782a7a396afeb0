//! `StringStrip`: strings without white space around them.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("StringStrip(input:string) -> (output:string)", "Each string without white space at its ends.")
        .shape(same_as_first)];
