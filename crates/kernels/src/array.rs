//! Kernels that make, reshape, cut and join tensors.

use crate::Build;

pub(crate) const KERNELS: &[(&str, Build)] = &[];
