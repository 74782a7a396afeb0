//! `RandomGamma`, `StatelessRandomGammaV2`, `StatelessRandomGammaV3`.

use super::{each_shaped, seeded, seeded_by_key};
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "RandomGamma(shape:S, alpha:T) -> (output:T) {seed:int=0, seed2:int=0, S:type, T:type} [stateful]",
        "Numbers of gamma distributions, for each alpha a tensor of the given shape.",
    )
    .shape(each_shaped),
    op(
        "StatelessRandomGammaV2(shape:T, seed:Tseed, alpha:dtype) -> (output:dtype) {dtype:type, T:type, Tseed:type=int64}",
        "Numbers of gamma distributions, which follow from a seed.",
    )
    .shape(seeded),
    op(
        "StatelessRandomGammaV3(shape:shape_dtype, key:uint64, counter:uint64, alg:int32, alpha:dtype) -> (output:dtype) {dtype:type, shape_dtype:type=int32}",
        "Numbers of gamma distributions, which follow from a key and a counter.",
    )
    .shape(seeded_by_key),
];
