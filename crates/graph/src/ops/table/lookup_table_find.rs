//! `LookupTableFindV2`: the values of keys, and a default for those that have none.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "LookupTableFindV2(table_handle:resource, keys:Tin, default_value:Tout) -> (values:Tout) {Tin:type, Tout:type} [stateful]",
        "The values of keys, and a default for those that have none.",
    )
    .flat(),
];
