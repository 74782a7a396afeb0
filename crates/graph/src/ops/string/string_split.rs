//! `StringSplit`: strings in pieces.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::infer::{input, scalar, with_rank},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "StringSplit(input:string, delimiter:string) -> (indices:int64, values:string, shape:int64) {skip_empty:bool=True}",
        "The pieces of each string between any of some bytes, as a sparse matrix.",
    ).shape(shape),
    op(
        "StringSplitV2(input:string, sep:string) -> (indices:int64, values:string, shape:int64) {maxsplit:int=-1}",
        "The pieces of each string between separators, as Python splits, as a sparse matrix.",
    ).shape(shape),
];

/// A sparse matrix: places, values and the size.
fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    with_rank(input(query, 0)?, 1)?;
    scalar(input(query, 1)?)?;
    Ok(vec![PartialShape::new(vec![None, Some(2)]), PartialShape::of_rank(1), PartialShape::new(vec![Some(2)])])
}
