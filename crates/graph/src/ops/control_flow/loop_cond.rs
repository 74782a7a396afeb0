//! `LoopCond`: says whether a loop takes another turn.

use crate::op_def::{Op, op};
use crate::ops::infer::{input, scalar};
use crate::shape_rule::ShapeQuery;
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] =
    &[op("LoopCond(input:bool) -> (output:bool)", "Says whether a loop takes another turn.").shape(one_truth)];

fn one_truth(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    scalar(input(query, 0)?)?;
    Ok(vec![PartialShape::of_rank(0)])
}
