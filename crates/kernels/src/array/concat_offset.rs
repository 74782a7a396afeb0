//! ConcatOffset: where each of several joined tensors begins in the result.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{DType, Tensor};

use super::elements::{axis_of, ints, single_int};
use crate::{Build, Kernel, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ConcatOffset", concat_offset)];

fn concat_offset(node: &Node) -> Result<Kernel> {
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
