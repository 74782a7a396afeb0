//! `ConcatV2`, and `Concat` with its axis in front: tensors one behind the other.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, PartialShape};

use super::{
    grads::cast,
    known::{axis_of, constant_int, input, input_of_rank, merge_size},
};
use crate::{
    builder::Outlet,
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "Concat(concat_dim:int32, values:N*T) -> (output:T) {N:int, T:type}",
        "Tensors one behind the other along an axis, which comes first among the inputs.",
    )
    .shape(axis_first)
    .gradient(gradient_axis_first),
    op(
        "ConcatV2(values:N*T, axis:Tidx) -> (output:T) {N:int, T:type, Tidx:type=int32}",
        "Tensors one behind the other along an axis.",
    )
    .shape(axis_last)
    .gradient(gradient_axis_last),
];

fn axis_last(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let values = query.inputs.len().saturating_sub(1);
    joined(query, values, 0..values)
}

fn axis_first(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    joined(query, 0, 1..query.inputs.len())
}

/// The sizes of the values, added up along the axis.
fn joined(query: &ShapeQuery<'_>, axis: usize, values: std::ops::Range<usize>) -> Result<Vec<PartialShape>> {
    input_of_rank(query, axis, 0)?;
    let mut rank = None;
    for i in values.clone() {
        rank = merge_size(rank, input(query, i).rank())?;
    }
    let Some(rank) = rank else { return Ok(vec![PartialShape::unknown()]) };
    if rank == 0 {
        return Err(invalid_argument("Can't concatenate scalars (use tf.stack instead)"));
    }
    let Some(axis) = constant_int(query, axis) else { return Ok(vec![PartialShape::of_rank(rank)]) };
    let axis = axis_of(axis, rank)?;
    let (mut total, mut rest) = (Some(0usize), vec![None; rank]);
    for i in values {
        let shape = input(query, i);
        for (k, known) in rest.iter_mut().enumerate() {
            let size = shape.sizes().and_then(|sizes| sizes[k]);
            if k == axis {
                total = total.zip(size).and_then(|(total, size)| total.checked_add(size));
            } else {
                *known = merge_size(*known, size)?;
            }
        }
    }
    rest[axis] = total;
    Ok(vec![PartialShape::new(rest)])
}

fn gradient_axis_last(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let count = node.num_inputs().saturating_sub(1);
    let values = (0..count).map(|k| node.input(k)).collect::<Result<Vec<_>>>()?;
    let axis = node.input(count)?;
    let mut grads = parts(node, &axis, &values)?;
    grads.push(None);
    Ok(grads)
}

fn gradient_axis_first(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let values = (1..node.num_inputs()).map(|k| node.input(k)).collect::<Result<Vec<_>>>()?;
    let axis = node.input(0)?;
    let mut grads = parts(node, &axis, &values)?;
    grads.insert(0, None);
    Ok(grads)
}

/// For each value the part of the gradient that lies where it lay.
fn parts(node: &mut Backward<'_>, axis: &Outlet, values: &[Outlet]) -> Result<Vec<Option<Grad>>> {
    let dy = node.grad(0)?;
    if values.len() == 1 {
        return Ok(vec![Some(dy.into())]);
    }
    let axis = cast(node, axis, DType::Int32)?;
    let shapes = values.iter().map(|value| node.shape_of(value)).collect::<Result<Vec<_>>>()?;
    let offset = node.op("ConcatOffset").input(&axis).inputs(&shapes).finish()?;
    let part = |(k, shape)| Ok(Some(node.call("Slice", &[&dy, &offset.output(k), shape])?.into()));
    shapes.iter().enumerate().map(part).collect()
}
