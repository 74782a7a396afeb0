//! Random numbers.

mod random_standard_normal;
mod random_uniform;
mod random_uniform_int;
mod truncated_normal;

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::array::known::{input_of_rank, shape_input};
use crate::{op_def::Op, shape_rule::ShapeQuery};

pub(super) const OPS: &[&[Op]] =
    &[random_standard_normal::OPS, random_uniform::OPS, random_uniform_int::OPS, truncated_normal::OPS];

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
