//! UnravelIndex: the coordinates, in a tensor of a given shape, of elements that are told by their place in row-major order.
//!
//! ```text
//! shape  [axes] for one place, [axes, places] for a vector of them
//! ```

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use super::elements::{copies, ints};
use crate::{Build, Kernel, math::output::compute, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("UnravelIndex", unravel_index)];

fn unravel_index(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    if !matches!(dtype, DType::Int32 | DType::Int64) {
        return Err(unsupported(node));
    }
    Ok(compute(move |[indices, dims]| {
        if indices.shape().rank() > 1 {
            return Err(invalid_argument(format!(
                "The indices can only be scalar or vector, got \"{}\"",
                indices.shape()
            )));
        }
        if dims.shape().rank() != 1 {
            return Err(invalid_argument(format!("The indices can only be 1-D, got \"{}\"", dims.shape())));
        }
        if indices.num_elements() == 0 {
            return Err(invalid_argument("received empty tensor indices"));
        }
        let sizes = ints(&dims)?;
        if sizes.contains(&0) {
            return Err(invalid_argument("Input dims cannot contain a dim of zero"));
        }
        let (places, axes) = (ints(&indices)?, sizes.len());
        let mut coordinates = copies(0i64, axes.saturating_mul(places.len()))?;
        let total = sizes.iter().try_fold(1i64, |total, &size| total.checked_mul(size)).unwrap_or(i64::MAX);
        for (k, &place) in places.iter().enumerate() {
            if place < 0 || place >= total {
                return Err(invalid_argument("index is out of bound as with dims"));
            }
            let mut rest = place;
            for (axis, &size) in sizes.iter().enumerate().rev() {
                coordinates[axis * places.len() + k] = rest.wrapping_rem(size);
                rest = rest.wrapping_div(size);
            }
        }
        let shape = match indices.shape().rank() {
            0 => Shape::vector(axes),
            _ => Shape::new(&[axes, places.len()])?,
        };
        match dtype {
            DType::Int64 => Tensor::new(shape, coordinates),
            _ => Tensor::new(shape, coordinates.into_iter().map(|x| x as i32).collect()),
        }
    }))
}
