//! `Pack`.

use super::join;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op("Pack(values:N*T) -> (output:T) {N:int, T:type, axis:int=0}", "").shape(join::pack)];
