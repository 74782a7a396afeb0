//! `StringToNumber`: text as numbers.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[op(
    "StringToNumber(string_tensor:string) -> (output:out_type) {out_type:type=float}",
    "The number that each string spells.",
)
.shape(same_as_first)
.flat()];
