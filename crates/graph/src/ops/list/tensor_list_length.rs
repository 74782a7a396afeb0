//! `TensorListLength`: the number of items of a list.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] =
    &[op("TensorListLength(input_handle:variant) -> (length:int32)", "The number of items of a list.")
        .shape(gives_scalar)
        .flat()];
