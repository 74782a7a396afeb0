//! Arithmetic, comparison, reduction, matrix products. Shared: shape rules (`rules`), and what gradients are written with
//! (`arithmetic`).

mod abs;
mod acos;
mod acosh;
mod add;
mod add_n;
mod all;
mod angle;
mod any;
mod approximate_equal;
mod arg_max;
mod arg_min;
pub(super) mod arithmetic;
mod asin;
mod asinh;
mod atan;
mod atan2;
mod atanh;
mod batch_mat_mul;
mod bincount;
mod bitwise_and;
mod bitwise_or;
mod bitwise_xor;
mod bucketize;
mod cast;
mod ceil;
mod clip_by_value;
mod complex;
mod complex_abs;
mod conj;
mod cos;
mod cosh;
mod cross;
mod cumprod;
mod cumsum;
mod digamma;
mod div;
mod div_no_nan;
pub mod einsum;
mod equal;
mod erf;
mod erfc;
mod euclidean_norm;
mod exp;
mod expm1;
mod floor;
mod floor_div;
mod floor_mod;
mod fused_mat_mul;
mod greater;
mod greater_equal;
mod histogram_fixed_width;
mod imag;
mod invert;
mod is_finite;
mod is_inf;
mod is_nan;
mod l2_loss;
mod left_shift;
mod less;
mod less_equal;
mod lgamma;
mod lin_space;
mod log;
mod log1p;
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
mod mul_no_nan;
mod neg;
mod not_equal;
mod polygamma;
mod population_count;
mod pow;
mod prod;
mod range;
mod real;
mod real_div;
mod reciprocal;
mod right_shift;
mod rint;
mod round;
mod rsqrt;
mod rules;
mod select;
mod sign;
mod sin;
mod sinh;
mod sqrt;
mod square;
mod squared_difference;
mod sub;
mod sum;
mod tan;
mod truncate_div;
mod truncate_mod;
mod xdivy;
mod xlog1py;
mod xlogy;
mod zeta;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[
    abs::OPS,
    acos::OPS,
    acosh::OPS,
    add::OPS,
    add_n::OPS,
    all::OPS,
    angle::OPS,
    any::OPS,
    approximate_equal::OPS,
    arg_max::OPS,
    arg_min::OPS,
    asin::OPS,
    asinh::OPS,
    atan::OPS,
    atan2::OPS,
    atanh::OPS,
    batch_mat_mul::OPS,
    bincount::OPS,
    bitwise_and::OPS,
    bitwise_or::OPS,
    bitwise_xor::OPS,
    bucketize::OPS,
    cast::OPS,
    ceil::OPS,
    clip_by_value::OPS,
    complex::OPS,
    complex_abs::OPS,
    conj::OPS,
    cos::OPS,
    cosh::OPS,
    cross::OPS,
    cumprod::OPS,
    cumsum::OPS,
    digamma::OPS,
    div::OPS,
    div_no_nan::OPS,
    einsum::OPS,
    equal::OPS,
    erf::OPS,
    erfc::OPS,
    euclidean_norm::OPS,
    exp::OPS,
    expm1::OPS,
    floor::OPS,
    floor_div::OPS,
    floor_mod::OPS,
    fused_mat_mul::OPS,
    greater::OPS,
    greater_equal::OPS,
    histogram_fixed_width::OPS,
    imag::OPS,
    invert::OPS,
    is_finite::OPS,
    is_inf::OPS,
    is_nan::OPS,
    l2_loss::OPS,
    left_shift::OPS,
    less::OPS,
    less_equal::OPS,
    lgamma::OPS,
    lin_space::OPS,
    log::OPS,
    log1p::OPS,
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
    mul_no_nan::OPS,
    neg::OPS,
    not_equal::OPS,
    polygamma::OPS,
    population_count::OPS,
    pow::OPS,
    prod::OPS,
    range::OPS,
    real::OPS,
    real_div::OPS,
    reciprocal::OPS,
    right_shift::OPS,
    rint::OPS,
    round::OPS,
    rsqrt::OPS,
    select::OPS,
    sign::OPS,
    sin::OPS,
    sinh::OPS,
    sqrt::OPS,
    square::OPS,
    squared_difference::OPS,
    sub::OPS,
    sum::OPS,
    tan::OPS,
    truncate_div::OPS,
    truncate_mod::OPS,
    xdivy::OPS,
    xlog1py::OPS,
    xlogy::OPS,
    zeta::OPS,
];
