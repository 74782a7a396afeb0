//! `Const`.

use crate::op_def::{Op, op};
use crate::ops::array::same;

pub(super) const OPS: &[Op] = &[op("Const() -> (output:dtype) {value:tensor, dtype:type}", "").shape(same::constant)];
