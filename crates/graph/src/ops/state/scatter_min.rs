//! `ScatterMin`, `ResourceScatterMin`.

use super::scattered;
use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[
    op(
        "ScatterMin(ref:Ref(T), indices:Tindices, updates:T) -> (output_ref:Ref(T)) {T:type, Tindices:type, use_locking:bool=False}",
        "Lowers rows of a variable to the smaller of two values, in the order of the indices that name them.",
    )
    .shape(scattered),
    op(
        "ResourceScatterMin(resource:resource, indices:Tindices, updates:dtype) -> () {dtype:type, Tindices:type} [stateful]",
        "Lowers rows of a variable to the smaller of two values behind a handle, in the order of the indices that name them.",
    )
    .shape(gives_nothing),
];
