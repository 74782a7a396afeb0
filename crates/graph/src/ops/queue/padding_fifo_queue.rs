//! `PaddingFIFOQueueV2`, `PaddingFIFOQueue`: names a queue whose elements may differ in size, and are filled up with zeros when several are taken at once.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[
    op(
        "PaddingFIFOQueueV2() -> (handle:resource) {component_types:list(type), shapes:list(shape)=[], capacity:int=-1, container:string='', shared_name:string=''} [stateful]",
        "Names a queue whose elements may differ in size, and are filled up with zeros when several are taken at once.",
    )
    .shape(gives_scalar),
    op(
        "PaddingFIFOQueue() -> (handle:Ref(string)) {component_types:list(type), shapes:list(shape)=[], capacity:int=-1, container:string='', shared_name:string=''} [stateful]",
        "The same with a handle of the older kind.",
    ),
];
