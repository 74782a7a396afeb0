//! Random numbers.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::array::known::{input_of_rank, shape_input};
use crate::{
    op_def::{Row, op},
    shape_rule::ShapeQuery,
};

pub(crate) const OPS: &[Row] = &[
    op("RandomUniform(shape:T) -> (output:dtype) {seed:int=0, seed2:int=0, dtype:type, T:type} [stateful]", shaped),
    op("TruncatedNormal(shape:T) -> (output:dtype) {seed:int=0, seed2:int=0, dtype:type, T:type} [stateful]", shaped),
    op(
        "RandomStandardNormal(shape:T) -> (output:dtype) {seed:int=0, seed2:int=0, dtype:type, T:type} [stateful]",
        shaped,
    ),
    op(
        "RandomUniformInt(shape:T, minval:Tout, maxval:Tout) -> (output:Tout) {seed:int=0, seed2:int=0, Tout:type, T:type} [stateful]",
        shaped_between,
    ),
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
