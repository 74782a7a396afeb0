//! `DisableCopyOnRead`.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] =
    &[op("DisableCopyOnRead(resource:resource) -> () [stateful]", "A hint to TensorFlow, which has no meaning here.")
        .shape(gives_nothing)];
