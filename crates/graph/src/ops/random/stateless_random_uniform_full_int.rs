//! `StatelessRandomUniformFullInt`, `StatelessRandomUniformFullIntV2`.

use super::{seeded, seeded_by_key};
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "StatelessRandomUniformFullInt(shape:T, seed:Tseed) -> (output:dtype) {dtype:type=uint64, T:type=int32, Tseed:type=int64}",
        "Whole numbers, all that the type has, which follow from a seed.",
    )
    .shape(seeded).flat(),
    op(
        "StatelessRandomUniformFullIntV2(shape:Tshape, key:uint64, counter:uint64, alg:int32) -> (output:dtype) {dtype:type=uint64, Tshape:type=int32}",
        "Whole numbers, all that the type has, which follow from a key and a counter.",
    )
    .shape(seeded_by_key).flat(),
];
