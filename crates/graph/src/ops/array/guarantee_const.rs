//! `GuaranteeConst`: a promise that a tensor stays the same.

use super::same;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("GuaranteeConst(input:T) -> (output:T) {T:type} [stateful]", "Its input, which is promised never to change.")
        .shape(same::same)];
