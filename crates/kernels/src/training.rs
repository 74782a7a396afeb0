//! Updates of variables: assignment and the optimizers.

use crate::Build;

pub(crate) const KERNELS: &[(&str, Build)] = &[];
