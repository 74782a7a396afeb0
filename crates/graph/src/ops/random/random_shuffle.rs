//! `RandomShuffle`, `StatelessShuffle`.

use crate::op_def::{Op, op};
use crate::ops::infer::same_as_first;

pub(super) const OPS: &[Op] = &[
    op(
        "RandomShuffle(value:T) -> (output:T) {seed:int=0, seed2:int=0, T:type} [stateful]",
        "The rows of a tensor in a random order.",
    )
    .shape(same_as_first)
    .flat(),
    op(
        "StatelessShuffle(value:T, key:uint64, counter:uint64, alg:int32) -> (output:T) {T:type}",
        "The rows of a tensor in the order that a key and a counter name.",
    )
    .shape(same_as_first)
    .flat(),
];
