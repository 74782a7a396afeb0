//! Names of files. What touches the files themselves belongs to the task.

mod sharded_filename;

use crate::Family;

pub(crate) const KERNELS: Family = &[sharded_filename::KERNELS];
