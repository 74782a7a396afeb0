//! `InitializeTableV2`: fills a table from two vectors.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[op(
    "InitializeTableV2(table_handle:resource, keys:Tkey, values:Tval) -> () {Tkey:type, Tval:type} [stateful]",
    "Fills a table from two vectors.",
)
.shape(gives_nothing)
.flat()];
