//! Summaries for TensorBoard, as serialised protocol messages.

use crate::Build;

pub(crate) const KERNELS: &[(&str, Build)] = &[];
