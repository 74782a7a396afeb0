//! `Case`, `StatelessCase`: one of several functions.

use super::output_shapes;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "Case(branch_index:int32, input:list(Tin)) -> (output:list(Tout)) {Tin:list(type), Tout:list(type), branches:list(func), output_shapes:list(shape)=[]} [stateful]",
        "What the function at an index gives; the last one for an index that is none.",
    )
    .shape(output_shapes),
    op(
        "StatelessCase(branch_index:int32, input:list(Tin)) -> (output:list(Tout)) {Tin:list(type), Tout:list(type), branches:list(func), output_shapes:list(shape)=[]}",
        "As Case, of functions without effects.",
    )
    .shape(output_shapes),
];
