//! Arithmetic, comparison, reduction, matrix products.

mod add;
mod add_n;
mod all;
mod any;
mod arg_max;
mod batch_mat_mul;
mod cast;
pub mod einsum;
mod equal;
mod floor;
mod floor_mod;
mod fused_mat_mul;
mod greater;
mod greater_equal;
mod l2_loss;
mod less;
mod less_equal;
mod log;
mod logical_and;
mod logical_not;
mod logical_or;
mod mat_mul;
mod max;
mod maximum;
mod mean;
mod min;
mod minimum;
mod mul;
mod neg;
mod not_equal;
mod pow;
mod prod;
mod range;
mod real_div;
mod reciprocal;
mod rsqrt;
mod rules;
mod select;
mod sqrt;
mod square;
mod squared_difference;
mod sub;
mod sum;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[
    add::OPS,
    add_n::OPS,
    all::OPS,
    any::OPS,
    arg_max::OPS,
    batch_mat_mul::OPS,
    cast::OPS,
    einsum::OPS,
    equal::OPS,
    floor::OPS,
    floor_mod::OPS,
    fused_mat_mul::OPS,
    greater::OPS,
    greater_equal::OPS,
    l2_loss::OPS,
    less::OPS,
    less_equal::OPS,
    log::OPS,
    logical_and::OPS,
    logical_not::OPS,
    logical_or::OPS,
    mat_mul::OPS,
    max::OPS,
    maximum::OPS,
    mean::OPS,
    min::OPS,
    minimum::OPS,
    mul::OPS,
    neg::OPS,
    not_equal::OPS,
    pow::OPS,
    prod::OPS,
    range::OPS,
    real_div::OPS,
    reciprocal::OPS,
    rsqrt::OPS,
    select::OPS,
    sqrt::OPS,
    square::OPS,
    squared_difference::OPS,
    sub::OPS,
    sum::OPS,
];
