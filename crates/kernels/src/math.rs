//! Arithmetic, comparison, reduction, matrix products.

use crate::Build;

pub(crate) const KERNELS: &[(&str, Build)] = &[];
