//! Summaries for TensorBoard, as serialised `Summary` messages.

mod histogram_summary;
mod merge_summary;
mod message;
mod scalar_summary;

use crate::Family;

pub(crate) const KERNELS: Family = &[&[
    ("ScalarSummary", scalar_summary::scalar_summary),
    ("MergeSummary", merge_summary::merge_summary),
    ("HistogramSummary", histogram_summary::histogram_summary),
]];
