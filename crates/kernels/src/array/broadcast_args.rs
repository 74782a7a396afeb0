//! BroadcastArgs: the shape that two shapes are broadcast to.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor};

use super::{elements::ints, places::listed};
use crate::{Build, Kernel, math::output::compute, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("BroadcastArgs", broadcast_args)];

fn broadcast_args(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    if !matches!(dtype, DType::Int32 | DType::Int64) {
        return Err(unsupported(node));
    }
    Ok(compute(move |[left, right]| {
        for (i, shape) in [&left, &right].into_iter().enumerate() {
            if shape.shape().rank() != 1 {
                return Err(invalid_argument(format!("In[{i}] must be a vector.{}", shape.shape())));
            }
        }
        let sizes = broadcast(&ints(&left)?, &ints(&right)?)?;
        Ok(match dtype {
            DType::Int64 => Tensor::vector(sizes),
            _ => Tensor::vector(sizes.into_iter().map(|size| size as i32).collect()),
        })
    }))
}

fn broadcast(left: &[i64], right: &[i64]) -> Result<Vec<i64>> {
    let rank = left.len().max(right.len());
    // Shapes are aligned at their ends; an axis that is missing counts as 1.
    let size = |shape: &[i64], axis: usize| (axis + shape.len()).checked_sub(rank).map_or(1, |i| shape[i]);
    let sizes = (0..rank).map(|axis| match (size(left, axis), size(right, axis)) {
        (l, r) if l == r || r == 1 => Ok(l),
        (1, r) => Ok(r),
        _ => {
            Err(invalid_argument(format!("Incompatible shapes: {} vs. {}", listed(left.iter()), listed(right.iter()))))
        }
    });
    sizes.collect()
}
