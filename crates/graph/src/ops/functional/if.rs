//! `If`, `StatelessIf`: one of two functions.

use super::output_shapes;
use crate::{
    gradient::if_gradient,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[
    op(
        "If(cond:Tcond, input:list(Tin)) -> (output:list(Tout)) {Tcond:type, Tin:list(type), Tout:list(type), then_branch:func, else_branch:func, output_shapes:list(shape)=[]} [stateful]",
        "What one function gives, or another, by a condition.",
    )
    .shape(output_shapes)
    .gradient(if_gradient),
    op(
        "StatelessIf(cond:Tcond, input:list(Tin)) -> (output:list(Tout)) {Tcond:type, Tin:list(type), Tout:list(type), then_branch:func, else_branch:func, output_shapes:list(shape)=[]}",
        "As If, of functions without effects.",
    )
    .shape(output_shapes)
    .gradient(if_gradient),
];
