//! `RandomUniformInt`.

use super::shaped_between;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "RandomUniformInt(shape:T, minval:Tout, maxval:Tout) -> (output:Tout) {seed:int=0, seed2:int=0, Tout:type, T:type} [stateful]",
        "Whole numbers between two bounds, the upper one left out.",
    )
    .shape(shaped_between),
];
