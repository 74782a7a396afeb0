//! `LookupTableInsertV2`: adds entries to a table, or changes them.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[op(
    "LookupTableInsertV2(table_handle:resource, keys:Tin, values:Tout) -> () {Tin:type, Tout:type} [stateful]",
    "Adds entries to a table, or changes them.",
)
.shape(gives_nothing)
.flat()];
