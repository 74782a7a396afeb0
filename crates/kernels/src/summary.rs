//! Summaries for TensorBoard, as serialised `Summary` messages.
//!
//! `Summary { repeated Value value = 1 }`, `Value { string tag = 1; float simple_value = 2; Image image = 4; HistogramProto histo = 5;
//! Audio audio = 6; string node_name = 7; TensorProto tensor = 8; SummaryMetadata metadata = 9 }`.

mod audio_summary;
mod histogram_summary;
mod image_summary;
mod merge_summary;
mod scalar_summary;
mod tensor_summary;

use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use crate::Family;

pub(crate) const KERNELS: Family = &[
    audio_summary::KERNELS,
    histogram_summary::KERNELS,
    image_summary::KERNELS,
    merge_summary::KERNELS,
    scalar_summary::KERNELS,
    tensor_summary::KERNELS,
];

/// The tag of an input that must be a scalar.
fn scalar_tag(tag: &Tensor) -> Result<&[u8]> {
    crate::string::text::scalar(tag, |shape| format!("Tags must be a scalar, got shape {shape}"))
}

/// How many of a batch are shown, at least one of which must be allowed.
fn shown_count(limit: i64, batch: usize) -> Result<usize> {
    match usize::try_from(limit) {
        Ok(limit) if limit > 0 => Ok(limit.min(batch)),
        _ => Err(invalid_argument(format!("a summary must be allowed to show one output at least, not {limit}"))),
    }
}

/// `tag/image/0`, or `tag/image` where there can be only one.
fn numbered_tag(tag: &[u8], kind: &str, number: usize, limit: i64) -> Vec<u8> {
    let mut name = tag.to_vec();
    name.extend_from_slice(kind.as_bytes());
    if limit > 1 {
        name.extend_from_slice(format!("/{number}").as_bytes());
    }
    name
}
