//! `ScatterNdUpdate`, `ResourceScatterNdUpdate`.

use crate::op_def::{Op, op};
use crate::ops::infer::{gives_nothing, same_as_first};

pub(super) const OPS: &[Op] = &[
    op(
        "ScatterNdUpdate(ref:Ref(T), indices:Tindices, updates:T) -> (output_ref:Ref(T)) {T:type, Tindices:type, use_locking:bool=True, bad_indices_policy:string=''}",
        "Replaces parts of a variable, each named by a row of indices.",
    )
    .shape(same_as_first).flat(),
    op(
        "ResourceScatterNdUpdate(ref:resource, indices:Tindices, updates:T) -> () {T:type, Tindices:type, use_locking:bool=True, bad_indices_policy:string=''} [stateful]",
        "Replaces parts of a variable behind a handle, each named by a row of indices.",
    )
    .shape(gives_nothing),
];
