//! `CountUpTo`, `ResourceCountUpTo`.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[
    op(
        "CountUpTo(ref:Ref(T)) -> (output:T) {limit:int, T:type}",
        "Adds one to a variable and gives what it was before, until it reaches a limit.",
    )
    .shape(gives_scalar),
    op(
        "ResourceCountUpTo(resource:resource) -> (output:T) {limit:int, T:type} [stateful]",
        "Adds one to the variable behind a handle and gives what it was before, until it reaches a limit.",
    )
    .shape(gives_scalar),
];
