//! `RandomPoisson`, `RandomPoissonV2`, `StatelessRandomPoisson`.

use super::{each_shaped, seeded};
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "RandomPoisson(shape:S, rate:dtype) -> (output:dtype) {seed:int=0, seed2:int=0, S:type, dtype:type} [stateful]",
        "Numbers of Poisson distributions, for each rate a tensor of the given shape.",
    )
    .shape(each_shaped),
    op(
        "RandomPoissonV2(shape:S, rate:R) -> (output:dtype) {seed:int=0, seed2:int=0, S:type, R:type=double, dtype:type=int64} [stateful]",
        "Numbers of Poisson distributions, for each rate a tensor of the given shape.",
    )
    .shape(each_shaped),
    op(
        "StatelessRandomPoisson(shape:T, seed:Tseed, lam:Rtype) -> (output:dtype) {Rtype:type, dtype:type, T:type, Tseed:type=int64}",
        "Numbers of Poisson distributions, which follow from a seed.",
    )
    .shape(seeded).flat(),
];
