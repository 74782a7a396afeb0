//! Checkpoints.

mod merge_v2_checkpoints;
mod restore;
mod save;
mod sharded_filename;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[merge_v2_checkpoints::OPS, restore::OPS, save::OPS, sharded_filename::OPS];
