//! `MutableDenseHashTableV2`: names a table of tensors in which two keys are reserved, and makes it at first use.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[
    op(
        "MutableDenseHashTableV2(empty_key:key_dtype, deleted_key:key_dtype) -> (table_handle:resource) {container:string='', shared_name:string='', use_node_name_sharing:bool=False, key_dtype:type, value_dtype:type, value_shape:shape=[], initial_num_buckets:int=131072, max_load_factor:float=0.8} [stateful]",
        "Names a table of tensors in which two keys are reserved, and makes it at first use.",
    )
    .shape(gives_scalar)
    .flat(),
];
