//! `ScatterMax`, `ResourceScatterMax`.

use super::scattered;
use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[
    op(
        "ScatterMax(ref:Ref(T), indices:Tindices, updates:T) -> (output_ref:Ref(T)) {T:type, Tindices:type, use_locking:bool=False}",
        "Raises rows of a variable to the larger of two values, in the order of the indices that name them.",
    )
    .shape(scattered),
    op(
        "ResourceScatterMax(resource:resource, indices:Tindices, updates:dtype) -> () {dtype:type, Tindices:type} [stateful]",
        "Raises rows of a variable to the larger of two values behind a handle, in the order of the indices that name them.",
    )
    .shape(gives_nothing),
];
