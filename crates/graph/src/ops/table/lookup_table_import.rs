//! `LookupTableImportV2`: replaces all entries of a table.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[op(
    "LookupTableImportV2(table_handle:resource, keys:Tin, values:Tout) -> () {Tin:type, Tout:type} [stateful]",
    "Replaces all entries of a table.",
)
.shape(gives_nothing)];
