//! Ops that tell the shape of their inputs: Shape, ShapeN, Size, Rank.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor};

use super::elements::take;
use crate::{Kernel, unsupported};

/// Shape and ShapeN: `[sizes...]` of each input.
pub(crate) fn shape(node: &Node) -> Result<Kernel> {
    let of = sizes_as(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| inputs.iter().map(|input| of(input.shape())).collect())))
}

/// Size: the number of elements.
pub(crate) fn size(node: &Node) -> Result<Kernel> {
    let of = sizes_as(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [input] = take(inputs)?;
        Ok(vec![of(&[input.num_elements()])?.reshaped(Default::default())?])
    })))
}

/// Rank: the number of dimensions.
pub(crate) fn rank(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [input] = take(inputs)?;
        Ok(vec![Tensor::scalar(input.shape().rank() as i32)])
    })))
}

/// Makes a vector of sizes.
type MakeVector = fn(&[usize]) -> Result<Tensor>;

/// A vector of sizes in the type that the node asks for.
fn sizes_as(node: &Node) -> Result<MakeVector> {
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
