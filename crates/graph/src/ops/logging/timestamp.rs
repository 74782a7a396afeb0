//! `Timestamp`: the time.

use crate::{
    op_def::{Op, op},
    ops::infer::gives_scalar,
};

pub(super) const OPS: &[Op] =
    &[op("Timestamp() -> (ts:double) [stateful]", "The seconds since 1970, by the task's clock.")
        .shape(gives_scalar)
        .flat()];
