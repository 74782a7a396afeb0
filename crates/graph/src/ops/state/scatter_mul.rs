//! `ScatterMul`, `ResourceScatterMul`.

use super::scattered;
use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[
    op(
        "ScatterMul(ref:Ref(T), indices:Tindices, updates:T) -> (output_ref:Ref(T)) {T:type, Tindices:type, use_locking:bool=False}",
        "Multiplies rows of a variable, in the order of the indices that name them.",
    )
    .shape(scattered).flat(),
    op(
        "ResourceScatterMul(resource:resource, indices:Tindices, updates:dtype) -> () {dtype:type, Tindices:type} [stateful]",
        "Multiplies rows of a variable behind a handle, in the order of the indices that name them.",
    )
    .shape(gives_nothing),
];
