//! `PartitionedCall`, `StatefulPartitionedCall`: what a function gives.

use super::output_shapes;
use crate::{
    gradient::call_gradient,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[
    op(
        "PartitionedCall(args:list(Tin)) -> (output:list(Tout)) {Tin:list(type), Tout:list(type), f:func, config:string='', config_proto:string='', executor_type:string=''}",
        "What a function without effects gives.",
    )
    .shape(output_shapes)
    .gradient(call_gradient),
    op(
        "StatefulPartitionedCall(args:list(Tin)) -> (output:list(Tout)) {Tin:list(type), Tout:list(type), f:func, config:string='', config_proto:string='', executor_type:string=''} [stateful]",
        "What a function gives.",
    )
    .shape(output_shapes)
    .gradient(call_gradient),
];
