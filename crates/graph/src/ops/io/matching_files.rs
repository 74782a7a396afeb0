//! `MatchingFiles`: the names of files that match a pattern.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::infer::input,
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "MatchingFiles(pattern:string) -> (filenames:string)",
    "The names of the files that match any of some patterns, sorted.",
)
.shape(shape)];

fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    match input(query, 0)?.rank() {
        Some(rank) if rank > 1 => Err(invalid_argument(format!("Shape must be at most rank 1 but is rank {rank}"))),
        _ => Ok(vec![PartialShape::of_rank(1)]),
    }
}
