//! `Relu`, `ReluGrad`.

use crate::op_def::{Op, op};
use crate::ops::infer::{all_the_same, same_as_first};

pub(super) const OPS: &[Op] = &[
    op("Relu(features:T) -> (activations:T) {T:type}", "").shape(same_as_first),
    op("ReluGrad(gradients:T, features:T) -> (backprops:T) {T:type}", "").shape(all_the_same),
];
