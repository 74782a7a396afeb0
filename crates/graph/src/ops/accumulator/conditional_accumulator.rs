//! `ResourceConditionalAccumulator`, `ConditionalAccumulator`: names a sum of gradients that is given out once enough have come, and makes it at first use.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[
    op(
        "ResourceConditionalAccumulator() -> (handle:resource) {dtype:type, shape:shape, container:string='', shared_name:string='', reduction_type:string='MEAN'} [stateful]",
        "Names a sum of gradients that is given out once enough have come, and makes it at first use.",
    )
    .shape(gives_scalar),
    op(
        "ConditionalAccumulator() -> (handle:Ref(string)) {dtype:type, shape:shape, container:string='', shared_name:string='', reduction_type:string='MEAN'} [stateful]",
        "The same with a handle of the older kind.",
    ),
];
