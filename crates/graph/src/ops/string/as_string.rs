//! `AsString`: numbers as text.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[
    op(
        "AsString(input:T) -> (output:string) {T:type, precision:int=-1, scientific:bool=False, shortest:bool=False, width:int=-1, fill:string=''}",
        "Each element as text, formatted as C's printf would.",
    ).shape(same_as_first).flat(),
];
