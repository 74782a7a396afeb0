//! Activations, losses and biases.

use crate::Build;

pub(crate) const KERNELS: &[(&str, Build)] = &[];
