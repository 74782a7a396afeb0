//! BroadcastGradientArgs: along which axes the gradient of a broadcasting op must be summed to get back to the shape of each
//! of its inputs: those where the input has size 1 (or no axis) and the result may have more.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor};

use super::elements::{ints, take};
use crate::{Build, Kernel, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("BroadcastGradientArgs", broadcast_gradient_args)];

fn broadcast_gradient_args(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    if !matches!(dtype, DType::Int32 | DType::Int64) {
        return Err(unsupported(node));
    }
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let shapes: [Tensor; 2] = take(inputs)?;
        for (i, shape) in shapes.iter().enumerate() {
            if shape.shape().rank() != 1 {
                return Err(invalid_argument(format!("In[{i}] must be a vector.{}", shape.shape())));
            }
        }
        let axes = summed_axes(&ints(&shapes[0])?, &ints(&shapes[1])?)?;
        Ok(axes
            .into_iter()
            .map(|axes| match dtype {
                DType::Int64 => Tensor::vector(axes),
                _ => Tensor::vector(axes.into_iter().map(|axis| axis as i32).collect()),
            })
            .collect())
    })))
}

fn summed_axes(left: &[i64], right: &[i64]) -> Result<[Vec<i64>; 2]> {
    if left == right {
        return Ok(Default::default());
    }
    let rank = left.len().max(right.len());
    // Shapes are aligned at their ends; an axis that is missing counts as 1.
    let size = |shape: &[i64], axis: usize| (axis + shape.len()).checked_sub(rank).map_or(1, |i| shape[i]);
    let mut axes: [Vec<i64>; 2] = Default::default();
    for axis in 0..rank {
        let (l, r) = (size(left, axis), size(right, axis));
        if l != r && l != 1 && r != 1 {
            let show = |sizes: &[i64]| sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
            return Err(invalid_argument(format!("Incompatible shapes: [{}] vs. [{}]", show(left), show(right))));
        }
        if l == 1 {
            axes[0].push(axis as i64);
        }
        if r == 1 {
            axes[1].push(axis as i64);
        }
    }
    Ok(axes)
}
