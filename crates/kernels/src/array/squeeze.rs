//! Squeeze: axes of size 1 taken away, those that are named or else all of them.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Shape;

use super::elements::{axis_of, take};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Squeeze", squeeze)];

fn squeeze(node: &Node) -> Result<Kernel> {
    let named = node.attrs.list("squeeze_dims")?.ints.clone();
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [tensor] = take(inputs)?;
        let shape = squeezed(tensor.shape(), &named)?;
        Ok(vec![tensor.reshaped(shape)?])
    })))
}

fn squeezed(shape: &Shape, named: &[i64]) -> Result<Shape> {
    let rank = shape.rank();
    if named.is_empty() {
        return Shape::new(&shape.iter().copied().filter(|&size| size != 1).collect::<Vec<_>>());
    }
    let mut gone = vec![false; rank];
    for &dim in named {
        let Some(axis) = axis_of(dim, rank) else {
            return Err(invalid_argument(format!(
                "Tried to squeeze dim index {dim} for tensor with {rank} dimensions."
            )));
        };
        gone[axis] = true;
    }
    let mut sizes = Vec::with_capacity(rank);
    for (axis, (&size, gone)) in shape.iter().zip(gone).enumerate() {
        if !gone {
            sizes.push(size);
        } else if size != 1 {
            return Err(invalid_argument(format!(
                "Can not squeeze dim[{axis}], expected a dimension of 1, got {size}"
            )));
        }
    }
    Shape::new(&sizes)
}
