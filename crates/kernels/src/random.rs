//! Random numbers: Philox with TensorFlow's seeding.

mod distribution;
mod fill;
pub(crate) mod philox;

use crate::Family;

pub(crate) const KERNELS: Family = &[&[
    ("RandomUniform", fill::random_uniform),
    ("RandomStandardNormal", fill::random_standard_normal),
    ("TruncatedNormal", fill::truncated_normal),
    ("RandomUniformInt", fill::random_uniform_int),
]];
