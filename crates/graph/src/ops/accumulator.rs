//! Sums of gradients that several workers add to, and one takes once enough have come.

mod accumulator_apply_gradient;
mod accumulator_num_accumulated;
mod accumulator_set_global_step;
mod accumulator_take_gradient;
mod conditional_accumulator;
mod sparse_accumulator_apply_gradient;
mod sparse_accumulator_take_gradient;
mod sparse_conditional_accumulator;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[
    accumulator_apply_gradient::OPS,
    accumulator_num_accumulated::OPS,
    accumulator_set_global_step::OPS,
    accumulator_take_gradient::OPS,
    conditional_accumulator::OPS,
    sparse_accumulator_apply_gradient::OPS,
    sparse_accumulator_take_gradient::OPS,
    sparse_conditional_accumulator::OPS,
];
