//! Random numbers: Philox with TensorFlow's seeding.

mod distribution;
mod fill;
mod philox;

use crate::Build;

pub(crate) const KERNELS: &[(&str, Build)] = &[
    ("RandomUniform", fill::random_uniform),
    ("RandomStandardNormal", fill::random_standard_normal),
    ("TruncatedNormal", fill::truncated_normal),
    ("RandomUniformInt", fill::random_uniform_int),
];
