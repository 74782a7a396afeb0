//! `StatelessRandomUniformInt`, `StatelessRandomUniformIntV2`.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::{seeded, seeded_by_key};
use crate::{
    op_def::{Op, op},
    ops::infer::{input, scalar},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "StatelessRandomUniformInt(shape:T, seed:Tseed, minval:dtype, maxval:dtype) -> (output:dtype) {dtype:type, T:type, Tseed:type=int64}",
        "Whole numbers between two bounds, the upper one left out, which follow from a seed.",
    )
    .shape(bounded).flat(),
    op(
        "StatelessRandomUniformIntV2(shape:Tshape, key:uint64, counter:uint64, alg:int32, minval:dtype, maxval:dtype) -> (output:dtype) {dtype:type, Tshape:type=int32}",
        "Whole numbers between two bounds, the upper one left out, which follow from a key and a counter.",
    )
    .shape(bounded_by_key).flat(),
];

fn bounded(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    scalar(input(query, 2)?)?;
    scalar(input(query, 3)?)?;
    seeded(query)
}

fn bounded_by_key(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    scalar(input(query, 4)?)?;
    scalar(input(query, 5)?)?;
    seeded_by_key(query)
}
