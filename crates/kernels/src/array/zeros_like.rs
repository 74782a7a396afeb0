//! ZerosLike: zeros, false or empty strings in the shape of the input.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{DType, Tensor};

use super::elements::take;
use crate::{Build, Kernel, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ZerosLike", zeros_like)];

fn zeros_like(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    if matches!(dtype, DType::Resource | DType::Variant) {
        return Err(unsupported(node));
    }
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [tensor] = take(inputs)?;
        Ok(vec![Tensor::zeros(tensor.dtype(), tensor.shape().clone())?])
    })))
}
