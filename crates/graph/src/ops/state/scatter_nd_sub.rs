//! `ScatterNdSub`, `ResourceScatterNdSub`.

use crate::op_def::{Op, op};
use crate::ops::infer::{gives_nothing, same_as_first};

pub(super) const OPS: &[Op] = &[
    op(
        "ScatterNdSub(ref:Ref(T), indices:Tindices, updates:T) -> (output_ref:Ref(T)) {T:type, Tindices:type, use_locking:bool=False, bad_indices_policy:string=''}",
        "Subtracts from parts of a variable, each named by a row of indices.",
    )
    .shape(same_as_first).flat(),
    op(
        "ResourceScatterNdSub(ref:resource, indices:Tindices, updates:T) -> () {T:type, Tindices:type, use_locking:bool=True, bad_indices_policy:string=''} [stateful]",
        "Subtracts from parts of a variable behind a handle, each named by a row of indices.",
    )
    .shape(gives_nothing),
];
