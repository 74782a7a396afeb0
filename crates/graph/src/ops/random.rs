//! Random numbers.

mod multinomial;
mod non_deterministic_ints;
mod random_crop;
mod random_gamma;
mod random_poisson;
mod random_shuffle;
mod random_standard_normal;
mod random_uniform;
mod random_uniform_int;
mod rng_skip;
mod stateful_standard_normal;
mod stateful_truncated_normal;
mod stateful_uniform;
mod stateful_uniform_full_int;
mod stateful_uniform_int;
mod stateless_random_get_key_counter;
mod stateless_random_normal;
mod stateless_random_uniform;
mod stateless_random_uniform_full_int;
mod stateless_random_uniform_int;
mod stateless_truncated_normal;
mod truncated_normal;

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::{
    array::known::{input, input_of_rank, merge_size, shape_input, vector_len},
    infer,
};
use crate::{op_def::Op, shape_rule::ShapeQuery};

pub(super) const OPS: &[&[Op]] = &[
    multinomial::OPS,
    non_deterministic_ints::OPS,
    random_crop::OPS,
    random_gamma::OPS,
    random_poisson::OPS,
    random_shuffle::OPS,
    random_standard_normal::OPS,
    random_uniform::OPS,
    random_uniform_int::OPS,
    rng_skip::OPS,
    stateful_standard_normal::OPS,
    stateful_truncated_normal::OPS,
    stateful_uniform::OPS,
    stateful_uniform_full_int::OPS,
    stateful_uniform_int::OPS,
    stateless_random_get_key_counter::OPS,
    stateless_random_normal::OPS,
    stateless_random_uniform::OPS,
    stateless_random_uniform_full_int::OPS,
    stateless_random_uniform_int::OPS,
    stateless_truncated_normal::OPS,
    truncated_normal::OPS,
];

/// The shape that the first input spells out.
fn shaped(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![shape_input(query, 0)?])
}

/// The same, with two scalar bounds.
fn shaped_between(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    input_of_rank(query, 1, 0)?;
    input_of_rank(query, 2, 0)?;
    shaped(query)
}

/// The shape that the third input spells out; the first two are a generator and its algorithm.
fn drawn(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    infer::scalar(infer::input(query, 1)?)?;
    Ok(vec![shape_input(query, 2)?])
}

/// The shape that the first input spells out, and behind it that of the second, which holds parameters.
fn each_shaped(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (samples, parameters) = (shape_input(query, 0)?, input(query, 1));
    Ok(vec![match (samples.sizes(), parameters.sizes()) {
        (Some(samples), Some(parameters)) => PartialShape::new([samples, parameters].concat()),
        _ => PartialShape::unknown(),
    }])
}

/// The shape that the first input spells out; the second is a seed.
fn seeded(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    seed_at(query, 1)?;
    shaped(query)
}

/// The shape that the first input spells out; the next are a key, a counter and an algorithm.
fn seeded_by_key(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    merge_size(vector_len(query, 1)?, Some(1))?;
    vector_len(query, 2)?;
    infer::scalar(infer::input(query, 3)?)?;
    shaped(query)
}

/// Refuses a seed that is not two numbers.
fn seed_at(query: &ShapeQuery<'_>, index: usize) -> Result<()> {
    merge_size(vector_len(query, index)?, Some(2)).map(drop)
}
