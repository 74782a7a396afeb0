//! `TensorArrayCloseV3`: lets go of what is in an array before the step is over.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[op(
    "TensorArrayCloseV3(handle:resource) -> () [stateful]",
    "Lets go of what is in an array before the step is over.",
)
.shape(gives_nothing)
.flat()];
