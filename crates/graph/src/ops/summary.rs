//! Summaries for TensorBoard.

mod histogram_summary;
mod merge_summary;
mod scalar_summary;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[histogram_summary::OPS, merge_summary::OPS, scalar_summary::OPS];
