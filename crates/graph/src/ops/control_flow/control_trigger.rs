//! `ControlTrigger`.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op("ControlTrigger() -> ()", "")];
