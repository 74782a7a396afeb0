//! `DeviceIndex`: the place of its device's kind in a list, or the length of the list.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[op(
    "DeviceIndex() -> (index:int32) {device_names:list(string)} [stateful]",
    "The place of its device's kind in a list, or the length of the list.",
)
.shape(gives_scalar)];
