//! `EncodeBase64`: bytes as web-safe base64 text.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("EncodeBase64(input:string) -> (output:string) {pad:bool=False}", "Each string as web-safe base64 text.")
        .shape(same_as_first)
        .flat()];
