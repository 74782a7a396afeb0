//! `GatherV2`.

use super::index;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("GatherV2(params:Tparams, indices:Tindices, axis:Taxis) -> (output:Tparams) {batch_dims:int=0, Tparams:type, Tindices:type, Taxis:type}", "").shape(index::gather),
];
