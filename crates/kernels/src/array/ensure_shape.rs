//! EnsureShape: the tensor as it is, or an error if it has not the shape that is promised.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};

use crate::{Build, Kernel, math::output::compute};

pub(super) const KERNELS: &[(&str, Build)] = &[("EnsureShape", ensure_shape)];

fn ensure_shape(node: &Node) -> Result<Kernel> {
    let (expected, name) = (node.attrs.shape("shape")?.clone(), node.name.clone());
    Ok(compute(move |[tensor]| match expected.admits(tensor.shape()) {
        true => Ok(tensor),
        false => Err(invalid_argument(format!(
            "Shape of tensor {name} {} is not compatible with expected shape {expected}.",
            tensor.shape()
        ))),
    }))
}
