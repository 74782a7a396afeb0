//! `Copy`, `CopyHost`: what debuggers put between nodes.

use super::same;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "Copy(input:T) -> (output:T) {T:type, tensor_name:string='', debug_ops_spec:list(string)=[]}",
        "Its input, as debuggers put it between nodes.",
    )
    .shape(same::same),
    op(
        "CopyHost(input:T) -> (output:T) {T:type, tensor_name:string='', debug_ops_spec:list(string)=[]}",
        "Its input in the host's memory, as debuggers put it between nodes.",
    )
    .shape(same::same),
];
