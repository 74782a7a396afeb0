//! `GatherV2`, and `Gather` along the first axis: parts of a tensor by their indices.

use regatta_status::{Result, invalid_argument, unimplemented};
use regatta_tensor::{DType, PartialShape, Tensor};

use super::{
    grads::{by_first, cast, concat, count_up_to, flat, int, ints, reshape_like},
    known::{at_least_rank, axis_of, constant_int, input, input_of_rank, merge},
};
use crate::{
    builder::Outlet,
    gradient::{Backward, Grad, IndexedSlices},
    op_def::{AttrsExt, Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "Gather(params:Tparams, indices:Tindices) -> (output:Tparams) {validate_indices:bool=True, Tparams:type, Tindices:type}",
        "The rows of a tensor that the indices name.",
    )
    .shape(gather_rows)
    .gradient(rows_gradient),
    op(
        "GatherV2(params:Tparams, indices:Tindices, axis:Taxis) -> (output:Tparams) {batch_dims:int=0, Tparams:type, Tindices:type, Taxis:type}",
        "The parts of a tensor along an axis that the indices name.",
    )
    .shape(gather)
    .gradient(gradient),
];

/// `indices + params[1..]`.
fn gather_rows(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (params, indices) = (input(query, 0), input(query, 1));
    at_least_rank(&params, 1)?;
    let (Some(from), Some(by)) = (params.sizes(), indices.sizes()) else { return Ok(vec![PartialShape::unknown()]) };
    Ok(vec![PartialShape::new([by, &from[1..]].concat())])
}

/// `params[..axis] + indices[batch..] + params[axis + 1..]`.
fn gather(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (params, indices) = (input(query, 0), input(query, 1));
    input_of_rank(query, 2, 0)?;
    at_least_rank(&params, 1)?;
    let (Some(from), Some(by)) = (params.sizes(), indices.sizes()) else { return Ok(vec![PartialShape::unknown()]) };
    let batch = match query.node.attrs.int("batch_dims")? {
        from_end if from_end < 0 => axis_of(from_end, by.len())?,
        from_start => axis_of(from_start, by.len() + 1)?,
    };
    let Some(axis) = constant_int(query, 2) else {
        return Ok(vec![PartialShape::of_rank(from.len() - 1 + by.len() - batch)]);
    };
    let axis = axis_of(axis, from.len())?;
    if batch > axis {
        return Err(invalid_argument(format!("batch_dims ({batch}) must be less than or equal to axis ({axis})")));
    }
    let head = merge(&PartialShape::new(from[..batch].to_vec()), &PartialShape::new(by[..batch].to_vec()))?;
    let mut sizes = head.sizes().unwrap_or_default().to_vec();
    sizes.extend(&from[batch..axis]);
    sizes.extend(&by[batch..]);
    sizes.extend(&from[axis + 1..]);
    Ok(vec![PartialShape::new(sizes)])
}

/// The rows that were looked up, and where.
fn rows_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (params, indices, dy) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let dense_shape = node.shape_of(&params)?;
    let (one, rest, all) = (ints(node, &[1])?, ints(node, &[-1])?, ints(node, &[-1])?);
    let count = node.call("Size", &[&indices])?;
    let count = node.call("Reshape", &[&count, &one])?;
    let row = node.call("Slice", &[&dense_shape, &one, &rest])?;
    let shape = concat(node, &[&count, &row], 0)?;
    let values = node.call("Reshape", &[&dy, &shape])?;
    let indices = node.call("Reshape", &[&indices, &all])?;
    Ok(by_first(node, Some(IndexedSlices { values, indices, dense_shape }.into())))
}

/// Along the first axis rows; else the gradient spread out: with `params` seen as `[batch * outer * limit, inner]`, every part
/// that was looked up is one row of it, and rows that were looked up several times are added.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (params, indices, axis) = (node.input(0)?, node.input(1)?, node.input(2)?);
    let batch = match (node.attrs().int("batch_dims")?, indices.shape().rank()) {
        (batch, Some(rank)) if batch < 0 => batch + rank as i64,
        (batch, None) if batch < 0 => return Err(unimplemented("the rank of the indices is not known")),
        (batch, _) => batch,
    };
    let known_axis = node.g.constant_value(&axis).and_then(|axis| match axis.dtype() {
        DType::Int32 => axis.single::<i32>().ok().map(i64::from),
        _ => axis.single::<i64>().ok(),
    });
    let first = known_axis == Some(0) || known_axis.zip(params.shape().rank()).is_some_and(|(a, r)| a + r as i64 == 0);
    if first && batch == 0 {
        return rows_gradient(node);
    }
    let dy = node.grad(0)?;
    let (batch, axis) = (node.constant(Tensor::scalar(batch))?, cast(node, &axis, DType::Int64)?);
    let rank = node.call("Rank", &[&params])?;
    let rank = cast(node, &rank, DType::Int64)?;
    let axis = node.call("FloorMod", &[&axis, &rank])?;
    let (from, by) = (long_shape(node, &params)?, long_shape(node, &indices)?);
    let (zero, one, rest) = (long(node, 0)?, long(node, 1)?, long(node, -1)?);
    let outer_rank = node.call("Sub", &[&axis, &batch])?;
    let batches = count(node, &from, &zero, &batch)?;
    let outer = count(node, &from, &batch, &outer_rank)?;
    let limit = count(node, &from, &axis, &one)?;
    let picks = count(node, &by, &batch, &rest)?;
    // The row where the parts of each (batch, outer) begin, and then that of each part.
    let blocks = node.call("Mul", &[&batches, &outer])?;
    let starts = count_up_to(node, &blocks)?;
    let starts = node.call("Mul", &[&starts, &limit])?;
    let shape = node.op("Pack").inputs([&batches, &outer, &one]).finish()?;
    let starts = node.call("Reshape", &[&starts, &shape])?;
    let shape = node.op("Pack").inputs([&batches, &one, &picks]).finish()?;
    let indices = cast(node, &indices, DType::Int64)?;
    let indices = node.call("Reshape", &[&indices, &shape])?;
    let places = node.call("AddV2", &[&starts, &indices])?;
    let places = flat(node, &places)?;
    // How long a row is follows from the parts of `params`, since there may be no rows to tell.
    let after = node.call("AddV2", &[&axis, &one])?;
    let inner = count(node, &from, &after, &rest)?;
    let parts = node.call("Size", &[&places])?;
    let parts = cast(node, &parts, DType::Int64)?;
    let shape = node.op("Pack").inputs([&parts, &inner]).finish()?;
    let values = node.call("Reshape", &[&dy, &shape])?;
    let total = node.call("Mul", &[&blocks, &limit])?;
    let sums = node.call("UnsortedSegmentSum", &[&values, &places, &total])?;
    let dx = reshape_like(node, &sums, &params)?;
    Ok(by_first(node, Some(dx.into())))
}

fn long(node: &mut Backward<'_>, value: i64) -> Result<Outlet> {
    node.constant(Tensor::scalar(value))
}

fn long_shape(node: &mut Backward<'_>, x: &Outlet) -> Result<Outlet> {
    node.op("Shape").input(x).attr("out_type", DType::Int64).finish()
}

/// The number of elements of `len` axes from `begin` on.
fn count(node: &mut Backward<'_>, shape: &Outlet, begin: &Outlet, len: &Outlet) -> Result<Outlet> {
    let one = ints(node, &[1])?;
    let begin = node.call("Reshape", &[begin, &one])?;
    let len = node.call("Reshape", &[len, &one])?;
    let sizes = node.call("Slice", &[shape, &begin, &len])?;
    let axis = int(node, 0)?;
    node.call("Prod", &[&sizes, &axis])
}
