//! `TopKV2`: the largest elements along the last axis.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, PartialShape};

use super::{
    grads::{by_first, cast, column, count_up_to, flat, int, ints, reshape_like, rows, shape_as},
    known::{at_least_rank, constant_int, input, input_of_rank},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "TopKV2(input:T, k:Tk) -> (values:T, indices:index_type) {sorted:bool=True, T:type, Tk:type=int32, index_type:type=int32}",
        "The `k` largest elements along the last axis, and where they are.",
    )
    .shape(top_k)
    .gradient(gradient),
];

/// The shape of the input with `k` for its last size.
fn top_k(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    input_of_rank(query, 1, 0)?;
    let source = input(query, 0);
    at_least_rank(&source, 1)?;
    let k = match constant_int(query, 1) {
        Some(k) => Some(usize::try_from(k).map_err(|_| invalid_argument(format!("Need k >= 0, got {k}")))?),
        None => None,
    };
    let Some([head @ .., last]) = source.sizes() else { return Ok(vec![PartialShape::unknown(); 2]) };
    if k.zip(*last).is_some_and(|(k, last)| last < k) {
        return Err(invalid_argument(format!(
            "input must have last dimension >= k = {} but is {}",
            k.unwrap_or(0),
            last.unwrap_or(0)
        )));
    }
    let shape = PartialShape::new([head, &[k]].concat());
    Ok(vec![shape.clone(), shape])
}

/// Each element gives its gradient back to its place: counted through all rows, row times length plus index.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, indices, dy) = (node.input(0)?, node.output(1)?, node.grad(0)?);
    let (shape, picked) = (shape_as(node, &x, DType::Int64)?, shape_as(node, &indices, DType::Int64)?);
    let (rank, one) = (node.call("Rank", &[&x])?, int(node, 1)?);
    let last = node.call("Sub", &[&rank, &one])?;
    let (length, k) = (rows(node, &shape, &last)?, rows(node, &picked, &last)?);
    let (first, axis) = (ints(node, &[0])?, int(node, 0)?);
    let head = node.op("Pack").input(&last).finish()?;
    let head = node.call("Slice", &[&shape, &first, &head])?;
    let count = node.call("Prod", &[&head, &axis])?;
    let starts = count_up_to(node, &count)?;
    let starts = node.call("Mul", &[&starts, &length])?;
    let starts = column(node, &starts)?;
    let matrix = node.op("Pack").inputs([&count, &k]).finish()?;
    let indices = cast(node, &indices, DType::Int64)?;
    let indices = node.call("Reshape", &[&indices, &matrix])?;
    let places = node.call("AddV2", &[&starts, &indices])?;
    let (places, dy) = (flat(node, &places)?, flat(node, &dy)?);
    let total = node.call("Mul", &[&count, &length])?;
    let dx = node.call("UnsortedSegmentSum", &[&dy, &places, &total])?;
    let dx = reshape_like(node, &dx, &x)?;
    Ok(by_first(node, Some(dx.into())))
}
