//! Snapshot: its input, which is shared and so never changes.

use super::identity::identity;
use crate::Build;

pub(super) const KERNELS: &[(&str, Build)] = &[("Snapshot", identity)];
