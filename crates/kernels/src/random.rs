//! Random numbers: Philox with TensorFlow's seeding.

use crate::Build;

pub(crate) const KERNELS: &[(&str, Build)] = &[];
