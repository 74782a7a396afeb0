//! `DecodeBase64`: bytes from their web-safe base64 text.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("DecodeBase64(input:string) -> (output:string)", "The bytes that each web-safe base64 text stands for.")
        .shape(same_as_first)
        .flat()];
