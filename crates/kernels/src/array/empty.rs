//! Empty: a tensor of a given shape whose elements may be anything; here they are zeros.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor};

use super::{
    elements::{copies, ints},
    fill::shape_from,
};
use crate::{Build, Kernel, math::output::compute, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Empty", empty)];

fn empty(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("dtype")?;
    if matches!(dtype, DType::Resource | DType::Variant) {
        return Err(unsupported(node));
    }
    Ok(compute(move |[shape]| {
        if shape.shape().rank() != 1 {
            return Err(invalid_argument(format!("shape must be a vector of int32, got shape {}", shape.shape())));
        }
        let shape = shape_from(&ints(&shape)?)?;
        match dtype {
            DType::String => {
                let strings = copies(Vec::new(), shape.num_elements())?;
                Tensor::strings(shape, strings)
            }
            dtype => Tensor::zeros(dtype, shape),
        }
    }))
}
