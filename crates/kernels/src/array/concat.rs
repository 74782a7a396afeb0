//! Concat and ConcatV2: tensors one after the other along an axis.

use regatta_graph::Node;
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use super::elements::{Unit, axis_of, by_unit, product, room_for, single_int};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Concat", concat), ("ConcatV2", concat_v2)];

fn concat(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    Ok(Kernel::Compute(Box::new(move |mut values| {
        if values.is_empty() {
            return Err(internal("Concat has no inputs"));
        }
        let axis = values.remove(0);
        joined(values, &axis, dtype)
    })))
}

fn concat_v2(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    Ok(Kernel::Compute(Box::new(move |mut values| {
        let axis = values.pop().ok_or_else(|| internal("ConcatV2 has no inputs"))?;
        joined(values, &axis, dtype)
    })))
}

fn joined(values: Vec<Tensor>, axis: &Tensor, dtype: DType) -> Result<Vec<Tensor>> {
    let Some(first) = values.first() else { return Err(internal("there are no values to join")) };
    // TensorFlow takes a vector of one number too.
    let Some(dim) = single_int(axis) else {
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
    let shape = joined_shape(&values, axis)?;
    if values.len() == 1 {
        return Ok(values);
    }
    Ok(vec![by_unit!(dtype, U => join::<U>(&values, axis, shape))?])
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
