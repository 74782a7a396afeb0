//! Copy and CopyHost: their input.

use super::identity::identity;
use crate::Build;

pub(super) const KERNELS: &[(&str, Build)] = &[("Copy", identity), ("CopyHost", identity)];
