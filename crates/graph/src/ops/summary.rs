//! Summaries for TensorBoard.

mod audio_summary;
mod histogram_summary;
mod image_summary;
mod merge_summary;
mod scalar_summary;
mod tensor_summary;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[
    audio_summary::OPS,
    histogram_summary::OPS,
    image_summary::OPS,
    merge_summary::OPS,
    scalar_summary::OPS,
    tensor_summary::OPS,
];
