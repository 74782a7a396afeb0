//! `SoftmaxCrossEntropyWithLogits`.

use super::cross_entropy;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("SoftmaxCrossEntropyWithLogits(features:T, labels:T) -> (loss:T, backprop:T) {T:type}", "")
        .shape(cross_entropy)];
