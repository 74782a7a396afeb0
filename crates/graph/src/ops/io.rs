//! Checkpoints and files.

mod matching_files;
mod merge_v2_checkpoints;
mod read_file;
mod restore;
mod save;
mod sharded_filename;
mod write_file;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[
    matching_files::OPS,
    merge_v2_checkpoints::OPS,
    read_file::OPS,
    restore::OPS,
    save::OPS,
    sharded_filename::OPS,
    write_file::OPS,
];
