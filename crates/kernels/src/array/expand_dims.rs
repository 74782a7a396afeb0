//! ExpandDims: one more axis, of size 1.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Shape;

use super::elements::{axis_of, single_int, take};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("ExpandDims", expand_dims)];

fn expand_dims(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [tensor, dim] = take(inputs)?;
        let rank = tensor.shape().rank();
        let dim = single_int(&dim).ok_or_else(|| invalid_argument("'dim' must be a tensor with a single value"))?;
        let Some(axis) = axis_of(dim, rank + 1) else {
            return Err(invalid_argument(format!(
                "Tried to expand dim index {dim} for tensor with {rank} dimensions."
            )));
        };
        let mut sizes = tensor.shape().to_vec();
        sizes.insert(axis, 1);
        Ok(vec![tensor.reshaped(Shape::new(&sizes)?)?])
    })))
}
