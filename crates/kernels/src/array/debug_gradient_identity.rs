//! DebugGradientIdentity: its input.

use super::identity::identity;
use crate::Build;

pub(super) const KERNELS: &[(&str, Build)] = &[("DebugGradientIdentity", identity)];
