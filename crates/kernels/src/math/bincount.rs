//! `Bincount`, `DenseBincount`: how often each whole number below a size comes, or what the weights of its places add up to.
//!
//! ```text
//! shape     Bincount       arr [..], size [], weights [..] or [0] -> [size]
//!           DenseBincount  input [n] or [b, n], size [], weights as input or [0] -> [size] or [b, size]
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use super::{
    number::Number,
    output::{compute, copies},
    reduce::axis_values,
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Bincount", bincount), ("DenseBincount", dense_bincount)];

fn bincount(node: &Node) -> Result<Kernel> {
    dispatch!(
        output_type(node),
        [i32, i64, f32, f64],
        T => Ok(compute(|[numbers, size, weights]| {
            let size = size_of_bins(&size)?;
            counted::<T>(&numbers, 1, size, &weights, false)?.reshaped(Shape::new(&[size])?)
        })),
        else Err(unsupported(node))
    )
}

fn dense_bincount(node: &Node) -> Result<Kernel> {
    let binary = node.attrs.bool("binary_output")?;
    dispatch!(
        output_type(node),
        [i32, i64, f32, f64],
        T => Ok(compute(move |[input, size, weights]| {
            let size = size_of_bins(&size)?;
            match input.shape().rank() {
                0 | 1 => counted::<T>(&input, 1, size, &weights, binary)?.reshaped(Shape::new(&[size])?),
                2 => counted::<T>(&input, input.shape()[0], size, &weights, binary),
                rank => Err(invalid_argument(format!("Shape must be at most rank 2 but is rank {rank}"))),
            }
        })),
        else Err(unsupported(node))
    )
}

fn output_type(node: &Node) -> DType {
    node.output_types.first().map_or(DType::Variant, |edge| edge.dtype)
}

fn size_of_bins(size: &Tensor) -> Result<usize> {
    if size.num_elements() != 1 {
        return Err(invalid_argument(format!("size must be a scalar, but is {}", size.shape())));
    }
    let size = axis_values(size)?.first().copied().unwrap_or_default();
    usize::try_from(size).map_err(|_| invalid_argument(format!("size ({size}) must be non-negative")))
}

/// Counts each of the rows for itself; with `binary` only whether a number comes at all.
fn counted<T: Number>(numbers: &Tensor, rows: usize, size: usize, weights: &Tensor, binary: bool) -> Result<Tensor> {
    let has_weights = weights.num_elements() > 0;
    if has_weights && weights.num_elements() != numbers.num_elements() {
        return Err(invalid_argument(format!(
            "Input indices and weights must have the same size. Received {} and {}",
            numbers.shape(),
            weights.shape()
        )));
    }
    let shape = Shape::new(&[rows, size])?;
    let mut bins = copies(&shape, T::ZERO)?;
    let (numbers, weights) = (axis_values(numbers)?, weights.values::<T>()?);
    if let Some(below) = numbers.iter().find(|number| **number < 0) {
        return Err(invalid_argument(format!("Input arr must be non-negative! Found {below}")));
    }
    let length = numbers.len().checked_div(rows).unwrap_or(0);
    for (k, number) in numbers.iter().enumerate() {
        // Numbers that are too large for the bins are left out.
        let Some(number) = usize::try_from(*number).ok().filter(|number| *number < size) else { continue };
        let bin = &mut bins[k / length * size + number];
        *bin = match (binary, weights.get(k)) {
            (true, _) => T::ONE,
            (false, Some(weight)) => bin.add(*weight),
            (false, None) => bin.add(T::ONE),
        };
    }
    Tensor::new(shape, bins)
}
