//! ConcatV2: tensors one after the other along an axis. ConcatOffset: where each of them begins in the result.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use super::elements::{Unit, axis_of, by_unit, ints, product, room_for, single_int};
use crate::{Kernel, unsupported};

pub(crate) fn concat(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    Ok(Kernel::Compute(Box::new(move |mut inputs| {
        let axis = inputs.pop().ok_or_else(|| internal("ConcatV2 has no axis"))?;
        let Some(first) = inputs.first() else { return Err(internal("ConcatV2 has no values")) };
        // TensorFlow takes a vector of one number too.
        let Some(dim) = single_int(&axis) else {
            return Err(invalid_argument(format!(
                "axis tensor should be a scalar integer, but got shape {}",
                axis.shape()
            )));
        };
        let rank = first.shape().rank();
        if rank == 0 {
            return Err(invalid_argument("ConcatOp : Can't concatenate scalars (use tf.stack instead)"));
        }
        let Some(axis) = axis_of(dim, rank) else {
            return Err(invalid_argument(format!(
                "ConcatOp : Expected concatenating dimensions in the range [{}, {rank}), but got {dim}",
                -(rank as i64)
            )));
        };
        let shape = joined_shape(&inputs, axis)?;
        if inputs.len() == 1 {
            return Ok(inputs);
        }
        Ok(vec![by_unit!(dtype, U => join::<U>(&inputs, axis, shape))?])
    })))
}

/// The shape of the result; all inputs must agree but along the axis.
fn joined_shape(inputs: &[Tensor], axis: usize) -> Result<Shape> {
    let first = inputs[0].shape();
    let mut sizes = first.to_vec();
    for (i, input) in inputs.iter().enumerate().skip(1) {
        let shape = input.shape();
        if shape.rank() != first.rank() {
            return Err(invalid_argument(format!(
                "ConcatOp : Ranks of all input tensors should match: shape[0] = {first} vs. shape[{i}] = {shape}"
            )));
        }
        if let Some(k) = (0..first.rank()).find(|&k| k != axis && first[k] != shape[k]) {
            return Err(invalid_argument(format!(
                "ConcatOp : Dimension {k} in both shapes must be equal: shape[0] = {first} vs. shape[{i}] = {shape}"
            )));
        }
        sizes[axis] =
            sizes[axis].checked_add(shape[axis]).ok_or_else(|| invalid_argument("a joined size overflows"))?;
    }
    Shape::new(&sizes)
}

/// Joins tensors that agree but along the axis: from each in turn one block, as often as the axes before it say.
pub(super) fn join<U: Unit>(inputs: &[Tensor], axis: usize, shape: Shape) -> Result<Tensor> {
    let dtype = inputs[0].dtype();
    let mut elements = room_for::<U>(shape.num_elements())?;
    let mut sources = Vec::with_capacity(inputs.len());
    for input in inputs {
        sources.push((U::of(input)?, product(&input.shape()[axis..])));
    }
    if shape.num_elements() > 0 {
        for row in 0..product(&shape[..axis]) {
            for (source, block) in &sources {
                elements.extend_from_slice(&source[row * block..(row + 1) * block]);
            }
        }
    }
    U::into_tensor(dtype, shape, elements)
}

pub(crate) fn concat_offset(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("shape_type")?;
    if !matches!(dtype, DType::Int32 | DType::Int64) {
        return Err(unsupported(node));
    }
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let Some((dim, shapes)) = inputs.split_first() else { return Err(internal("ConcatOffset has no inputs")) };
        if dim.shape().rank() != 0 {
            return Err(invalid_argument(format!(
                "Concat dim tensor should be a scalar integer, but got shape {}",
                dim.shape()
            )));
        }
        if let Some((i, shape)) = shapes.iter().enumerate().find(|(_, shape)| shape.shape().rank() != 1) {
            return Err(invalid_argument(format!("input {i} should be a vector, but got shape {}", shape.shape())));
        }
        let dim = single_int(dim).unwrap_or(0);
        offsets(dim, shapes)?
            .into_iter()
            .map(|offset| match dtype {
                DType::Int64 => Ok(Tensor::vector(offset)),
                _ => Ok(Tensor::vector(offset.into_iter().map(|x| x as i32).collect())),
            })
            .collect()
    })))
}

/// For each shape zeros, and along the axis the sum of the sizes before it.
fn offsets(dim: i64, shapes: &[Tensor]) -> Result<Vec<Vec<i64>>> {
    let shapes: Vec<Vec<i64>> = shapes.iter().map(ints).collect::<Result<_>>()?;
    let Some(first) = shapes.first() else { return Ok(Vec::new()) };
    let rank = first.len();
    let axis =
        axis_of(dim, rank).ok_or_else(|| invalid_argument(format!("Concat dim is out of range: {dim} vs. {rank}")))?;
    let (mut offset, mut result) = (0i64, Vec::with_capacity(shapes.len()));
    for (i, shape) in shapes.iter().enumerate() {
        if shape.len() != rank {
            return Err(invalid_argument(format!("input {i} should contain {rank} elements, but got {}", shape.len())));
        }
        if (0..rank).any(|k| k != axis && shape[k] != first[k]) {
            let show = |sizes: &[i64]| sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
            return Err(invalid_argument(format!(
                "All dimensions except {axis} must match. Input {i} has shape [{}] and doesn't match input 0 with shape [{}].",
                show(shape),
                show(first)
            )));
        }
        let mut row = vec![0; rank];
        row[axis] = offset;
        result.push(row);
        offset = offset.wrapping_add(shape[axis]);
    }
    Ok(result)
}
