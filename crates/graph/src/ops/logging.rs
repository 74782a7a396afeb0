//! What people are told while a step runs.

mod assert;
mod print;
mod timestamp;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[assert::OPS, print::OPS, timestamp::OPS];
