//! `StatelessRandomNormal`, `StatelessRandomNormalV2`.

use super::{seeded, seeded_by_key};
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "StatelessRandomNormal(shape:T, seed:Tseed) -> (output:dtype) {dtype:type=float, T:type=int32, Tseed:type=int64}",
        "Numbers of the normal distribution, which follow from a seed.",
    )
    .shape(seeded).flat(),
    op(
        "StatelessRandomNormalV2(shape:Tshape, key:uint64, counter:uint64, alg:int32) -> (output:dtype) {dtype:type=float, Tshape:type=int32}",
        "Numbers of the normal distribution, which follow from a key and a counter.",
    )
    .shape(seeded_by_key).flat(),
];
