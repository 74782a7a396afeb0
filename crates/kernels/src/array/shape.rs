//! Shape and ShapeN: the sizes of tensors, each as a vector.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor};

use crate::{Build, Kernel, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Shape", shape), ("ShapeN", shape)];

fn shape(node: &Node) -> Result<Kernel> {
    let of = sizes_as(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| inputs.iter().map(|input| of(input.shape())).collect())))
}

/// Makes a vector of sizes.
pub(super) type MakeVector = fn(&[usize]) -> Result<Tensor>;

/// A vector of sizes in the type that the node asks for.
pub(super) fn sizes_as(node: &Node) -> Result<MakeVector> {
    match node.attrs.dtype("out_type")? {
        DType::Int32 => Ok(|sizes| {
            let narrow: Result<Vec<i32>, _> = sizes.iter().map(|&size| i32::try_from(size)).collect();
            match narrow {
                Ok(sizes) => Ok(Tensor::vector(sizes)),
                Err(_) => Err(invalid_argument(format!(
                    "Shape output type is 32-bit but {sizes:?} has a size over {}",
                    i32::MAX
                ))),
            }
        }),
        DType::Int64 => Ok(|sizes| Ok(Tensor::vector(sizes.iter().map(|&size| size as i64).collect()))),
        _ => Err(unsupported(node)),
    }
}
