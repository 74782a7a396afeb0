//! `FIFOQueueV2`.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[
    op("FIFOQueueV2() -> (handle:resource) {component_types:list(type), shapes:list(shape)=[], capacity:int=-1, container:string='', shared_name:string=''} [stateful]", "").shape(gives_scalar),
];
