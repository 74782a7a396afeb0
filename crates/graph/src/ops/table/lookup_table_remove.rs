//! `LookupTableRemoveV2`: removes entries from a table.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[op(
    "LookupTableRemoveV2(table_handle:resource, keys:Tin) -> () {Tin:type} [stateful]",
    "Removes entries from a table.",
)
.shape(gives_nothing)];
