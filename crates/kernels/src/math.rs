//! Arithmetic, comparison, reduction, matrix products.
//!
//! Shared by many kernels: `unary` and `binary` (element by element), `broadcast`, `reduce`, `scan`, `gamma`, `number` (what
//! elements can do), `output` (allocation), `vector` (functions that become vector code).

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
mod asin;
mod asinh;
mod atan;
mod atan2;
mod atanh;
mod batch_mat_mul;
pub(crate) mod binary;
mod bincount;
mod bitwise_and;
mod bitwise_or;
mod bitwise_xor;
pub(crate) mod broadcast;
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
mod einsum;
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
mod gamma;
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
pub(crate) mod number;
pub(crate) mod output;
mod polygamma;
mod population_count;
mod pow;
mod prod;
mod range;
mod real;
mod real_div;
mod reciprocal;
pub(crate) mod reduce;
mod right_shift;
mod rint;
mod round;
mod rsqrt;
mod scan;
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
pub(crate) mod unary;
pub(crate) mod vector;
mod xdivy;
mod xlog1py;
mod xlogy;
mod zeta;

use crate::Family;

pub(crate) const KERNELS: Family = &[
    abs::KERNELS,
    acos::KERNELS,
    acosh::KERNELS,
    add::KERNELS,
    add_n::KERNELS,
    all::KERNELS,
    angle::KERNELS,
    any::KERNELS,
    approximate_equal::KERNELS,
    arg_max::KERNELS,
    arg_min::KERNELS,
    asin::KERNELS,
    asinh::KERNELS,
    atan::KERNELS,
    atan2::KERNELS,
    atanh::KERNELS,
    batch_mat_mul::KERNELS,
    bincount::KERNELS,
    bitwise_and::KERNELS,
    bitwise_or::KERNELS,
    bitwise_xor::KERNELS,
    bucketize::KERNELS,
    cast::KERNELS,
    ceil::KERNELS,
    clip_by_value::KERNELS,
    complex::KERNELS,
    complex_abs::KERNELS,
    conj::KERNELS,
    cos::KERNELS,
    cosh::KERNELS,
    cross::KERNELS,
    cumprod::KERNELS,
    cumsum::KERNELS,
    digamma::KERNELS,
    div::KERNELS,
    div_no_nan::KERNELS,
    einsum::KERNELS,
    equal::KERNELS,
    erf::KERNELS,
    erfc::KERNELS,
    euclidean_norm::KERNELS,
    exp::KERNELS,
    expm1::KERNELS,
    floor::KERNELS,
    floor_div::KERNELS,
    floor_mod::KERNELS,
    fused_mat_mul::KERNELS,
    greater::KERNELS,
    greater_equal::KERNELS,
    histogram_fixed_width::KERNELS,
    imag::KERNELS,
    invert::KERNELS,
    is_finite::KERNELS,
    is_inf::KERNELS,
    is_nan::KERNELS,
    l2_loss::KERNELS,
    left_shift::KERNELS,
    less::KERNELS,
    less_equal::KERNELS,
    lgamma::KERNELS,
    lin_space::KERNELS,
    log::KERNELS,
    log1p::KERNELS,
    logical_and::KERNELS,
    logical_not::KERNELS,
    logical_or::KERNELS,
    mat_mul::KERNELS,
    max::KERNELS,
    maximum::KERNELS,
    mean::KERNELS,
    min::KERNELS,
    minimum::KERNELS,
    mul::KERNELS,
    mul_no_nan::KERNELS,
    neg::KERNELS,
    not_equal::KERNELS,
    polygamma::KERNELS,
    population_count::KERNELS,
    pow::KERNELS,
    prod::KERNELS,
    range::KERNELS,
    real::KERNELS,
    real_div::KERNELS,
    reciprocal::KERNELS,
    right_shift::KERNELS,
    rint::KERNELS,
    round::KERNELS,
    rsqrt::KERNELS,
    select::KERNELS,
    sign::KERNELS,
    sin::KERNELS,
    sinh::KERNELS,
    sqrt::KERNELS,
    square::KERNELS,
    squared_difference::KERNELS,
    sub::KERNELS,
    sum::KERNELS,
    tan::KERNELS,
    truncate_div::KERNELS,
    truncate_mod::KERNELS,
    xdivy::KERNELS,
    xlog1py::KERNELS,
    xlogy::KERNELS,
    zeta::KERNELS,
];
