//! StringStrip: each string without white space at its ends.

use super::text;
use crate::Build;

pub(super) const KERNELS: &[(&str, Build)] =
    &[("StringStrip", |_| Ok(text::each(|bytes| Ok(text::trimmed(bytes).to_vec()))))];
