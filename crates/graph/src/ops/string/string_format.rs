//! `StringFormat`: tensors put into a text.

use crate::{
    op_def::{Op, op},
    ops::infer::gives_scalar,
};

pub(super) const OPS: &[Op] = &[
    op(
        "StringFormat(inputs:list(T)) -> (output:string) {T:list(type), template:string='%s', placeholder:string='%s', summarize:int=3}",
        "A template with each placeholder replaced by a tensor's text.",
    ).shape(gives_scalar),
];
