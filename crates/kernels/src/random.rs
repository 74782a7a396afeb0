//! Random numbers: Philox with TensorFlow's seeding.

mod distribution;
mod draws;
mod multinomial;
mod non_deterministic_ints;
pub(crate) mod philox;
mod random_crop;
mod random_gamma;
mod random_poisson;
mod random_shuffle;
mod random_standard_normal;
mod random_uniform;
mod random_uniform_int;
mod stateless_random_get_key_counter;
mod stateless_random_normal;
mod stateless_random_uniform;
mod stateless_random_uniform_full_int;
mod stateless_random_uniform_int;
mod stateless_truncated_normal;
mod stream;
mod truncated_normal;

use crate::Family;

pub(crate) const KERNELS: Family = &[
    multinomial::KERNELS,
    non_deterministic_ints::KERNELS,
    random_crop::KERNELS,
    random_gamma::KERNELS,
    random_poisson::KERNELS,
    random_shuffle::KERNELS,
    random_standard_normal::KERNELS,
    random_uniform::KERNELS,
    random_uniform_int::KERNELS,
    stateless_random_get_key_counter::KERNELS,
    stateless_random_normal::KERNELS,
    stateless_random_uniform::KERNELS,
    stateless_random_uniform_full_int::KERNELS,
    stateless_random_uniform_int::KERNELS,
    stateless_truncated_normal::KERNELS,
    truncated_normal::KERNELS,
];
