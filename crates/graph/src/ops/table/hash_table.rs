//! `HashTableV2`: names a table that is filled once and then read, and makes it at first use.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[
    op(
        "HashTableV2() -> (table_handle:resource) {container:string='', shared_name:string='', use_node_name_sharing:bool=False, key_dtype:type, value_dtype:type} [stateful]",
        "Names a table that is filled once and then read, and makes it at first use.",
    )
    .shape(gives_scalar)
    .flat(),
];
