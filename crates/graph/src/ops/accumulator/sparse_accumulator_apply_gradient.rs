//! `SparseAccumulatorApplyGradient`: adds a gradient of some rows to an accumulator, unless it is of a step that is over.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[
    op(
        "SparseAccumulatorApplyGradient(handle:Ref(string), local_step:int64, gradient_indices:int64, gradient_values:dtype, gradient_shape:int64) -> () {dtype:type, has_known_shape:bool}",
        "Adds a gradient of some rows to an accumulator, unless it is of a step that is over.",
    )
    .shape(gives_nothing),
];
