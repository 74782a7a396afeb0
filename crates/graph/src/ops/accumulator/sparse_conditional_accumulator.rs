//! `SparseConditionalAccumulator`: names a sum of gradients of some rows of a larger tensor, and makes it at first use.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "SparseConditionalAccumulator() -> (handle:Ref(string)) {dtype:type, shape:shape, container:string='', shared_name:string='', reduction_type:string='MEAN'} [stateful]",
    "Names a sum of gradients of some rows of a larger tensor, and makes it at first use.",
)];
