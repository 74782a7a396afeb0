//! `While`, `StatelessWhile`: a function again and again.

use super::output_shapes;
use crate::{
    gradient::while_gradient,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[
    op(
        "While(input:list(T)) -> (output:list(T)) {T:list(type), cond:func, body:func, output_shapes:list(shape)=[], parallel_iterations:int=10} [stateful]",
        "Values that a function changes as long as another one holds of them.",
    )
    .shape(output_shapes)
    .gradient(while_gradient),
    op(
        "StatelessWhile(input:list(T)) -> (output:list(T)) {T:list(type), cond:func, body:func, output_shapes:list(shape)=[], parallel_iterations:int=10}",
        "As While, of functions without effects.",
    )
    .shape(output_shapes)
    .gradient(while_gradient),
];
