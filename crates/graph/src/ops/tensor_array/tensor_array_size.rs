//! `TensorArraySizeV3`: the number of places of an array.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[op(
    "TensorArraySizeV3(handle:resource, flow_in:float) -> (size:int32) [stateful]",
    "The number of places of an array.",
)
.shape(gives_scalar)
.flat()];
