//! `VarHandleOp`.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[
    op("VarHandleOp() -> (resource:resource) {container:string='', shared_name:string='', debug_name:string='', dtype:type, shape:shape, allowed_devices:list(string)=[]} [stateful]", "").shape(gives_scalar),
];
