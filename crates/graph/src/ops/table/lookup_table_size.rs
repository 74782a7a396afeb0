//! `LookupTableSizeV2`: the number of entries of a table.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] =
    &[op("LookupTableSizeV2(table_handle:resource) -> (size:int64) [stateful]", "The number of entries of a table.")
        .shape(gives_scalar)
        .flat()];
