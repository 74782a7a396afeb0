//! `ApproximateEqual`: whether the elements of each pair differ by at most a tolerance.

use crate::{
    op_def::{Op, op},
    ops::infer::all_the_same,
};

pub(super) const OPS: &[Op] = &[op(
    "ApproximateEqual(x:T, y:T) -> (z:bool) {T:type, tolerance:float=9.999999747378752e-06} [commutative]",
    "Whether the elements of each pair differ by less than a tolerance.",
)
.shape(all_the_same)
.flat()];
