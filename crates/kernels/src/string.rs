//! Strings.

use crate::Build;

pub(crate) const KERNELS: &[(&str, Build)] = &[];
