//! The two ends of an edge between devices, and of feeds and fetches.

mod recv;
mod send;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[recv::OPS, send::OPS];
