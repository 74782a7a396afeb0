//! ZerosLike: zeros, false or empty strings in the shape of the input.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{DType, Tensor};

use super::elements::take;
use crate::{Build, Kernel, list::variant_math, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ZerosLike", zeros_like)];

fn zeros_like(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    if dtype == DType::Resource {
        return Err(unsupported(node));
    }
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [tensor] = take(inputs)?;
        if tensor.dtype() == DType::Variant {
            return Ok(vec![variant_math::zeros_like(&tensor)?]);
        }
        Ok(vec![Tensor::zeros(tensor.dtype(), tensor.shape().clone())?])
    })))
}
