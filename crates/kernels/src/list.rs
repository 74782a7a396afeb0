//! x
use crate::Family;
pub(crate) const KERNELS: Family = &[];
