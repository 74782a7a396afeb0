//! Bitcast: the same bytes as elements of another type. Of a smaller one there are more, along a new last axis; for a larger
//! one the last axis goes away.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use crate::{Build, Kernel, math::output::compute, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Bitcast", bitcast)];

fn bitcast(node: &Node) -> Result<Kernel> {
    let (from, to) = (node.attrs.dtype("T")?, node.attrs.dtype("type")?);
    let (Some(from_size), Some(to_size)) = (from.size(), to.size()) else { return Err(unsupported(node)) };
    Ok(compute(move |[tensor]| {
        let mut sizes = tensor.shape().to_vec();
        let fits = match from_size.cmp(&to_size) {
            std::cmp::Ordering::Equal => true,
            std::cmp::Ordering::Greater => {
                sizes.push(from_size / to_size);
                from_size.is_multiple_of(to_size)
            }
            std::cmp::Ordering::Less => sizes.pop() == Some(to_size / from_size) && to_size.is_multiple_of(from_size),
        };
        if !fits {
            return Err(invalid_argument(format!("Cannot bitcast from {from} to {to}: shape {}", tensor.shape())));
        }
        let bytes = tensor.bytes().ok_or_else(|| invalid_argument(format!("{from} elements are not plain bytes")))?;
        Tensor::from_bytes(to, Shape::new(&sizes)?, bytes)
    }))
}
