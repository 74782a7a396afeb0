//! `RandomUniformInt`.

use super::shaped_between;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("RandomUniformInt(shape:T, minval:Tout, maxval:Tout) -> (output:Tout) {seed:int=0, seed2:int=0, Tout:type, T:type} [stateful]", "").shape(shaped_between),
];
