//! `TensorSummary`: tensors for TensorBoard.

use crate::{
    op_def::{Op, op},
    ops::infer::gives_scalar,
};

pub(super) const OPS: &[Op] = &[
    op(
        "TensorSummary(tensor:T) -> (summary:string) {T:type, description:string='', labels:list(string)=[], display_name:string=''}",
        "A summary with a tensor, named after the node.",
    )
    .shape(gives_scalar).flat(),
    op(
        "TensorSummaryV2(tag:string, tensor:T, serialized_summary_metadata:string) -> (summary:string) {T:type}",
        "A summary with a tensor, and with what a plugin needs to show it.",
    )
    .shape(gives_scalar).flat(),
];
