//! SparseReshape: the places of a sparse tensor's values when it has another shape, of which one size may be -1.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use super::coordinates::matrix;
use crate::{
    Build, Kernel,
    array::{
        elements::{ints, room_for, take},
        places::listed,
    },
};

pub(super) const KERNELS: &[(&str, Build)] = &[("SparseReshape", sparse_reshape)];

fn sparse_reshape(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [indices, old, new] = take(inputs)?;
        if indices.shape().rank() != 2 {
            return Err(invalid_argument(format!(
                "Input indices should be a matrix but received shape {}",
                indices.shape()
            )));
        }
        for (name, shape) in [("Input", &old), ("Target", &new)] {
            if shape.shape().rank() != 1 {
                return Err(invalid_argument(format!(
                    "{name} shape should be a vector but received shape {}",
                    shape.shape()
                )));
            }
        }
        let (count, rank) = (indices.shape()[0], indices.shape()[1]);
        let old = ints(&old)?;
        if old.len() != rank {
            return Err(invalid_argument(format!(
                "Input tensor rank must match input shape length: {rank} vs. {}",
                old.len()
            )));
        }
        let new = sizes(&old, &ints(&new)?)?;
        if old == new {
            return Ok(vec![indices, Tensor::vector(new)]);
        }
        let numbers = moved(&ints(&indices)?, &old, &new, count)?;
        Ok(vec![matrix(numbers, new.len(), count)?, Tensor::vector(new)])
    })))
}

/// The number of elements, told where it does not fit in the numbers that there are.
fn elements(sizes: &[i64]) -> Result<i64> {
    let total = sizes.iter().try_fold(1i64, |total, &size| total.checked_mul(size));
    total.ok_or_else(|| invalid_argument(format!("the shape {} has too many elements", listed(sizes.iter()))))
}

/// The new sizes, the open one worked out.
fn sizes(old: &[i64], new: &[i64]) -> Result<Vec<i64>> {
    if let Some(size) = old.iter().find(|size| **size < 0) {
        return Err(invalid_argument(format!("Dimension {size} must be >= 0")));
    }
    let have = elements(old)?;
    if let Some((k, size)) = new.iter().enumerate().find(|(_, size)| **size < -1) {
        return Err(invalid_argument(format!("size {k} must be non-negative, not {size}")));
    }
    let open: Vec<usize> = (0..new.len()).filter(|&k| new[k] == -1).collect();
    let mut sizes = new.to_vec();
    match open.as_slice() {
        [] => {}
        [open] => {
            sizes[*open] = 1;
            let known = elements(&sizes)?;
            if known <= 0 {
                return Err(invalid_argument(
                    "reshape cannot infer the missing input size for an empty tensor unless all specified input sizes are non-zero",
                ));
            }
            sizes[*open] = have / known;
            if have % known != 0 {
                return Err(invalid_argument(format!(
                    "Input to reshape is a SparseTensor with {have} dense values, but the requested shape requires a multiple of {known}"
                )));
            }
        }
        _ => return Err(invalid_argument("only one output dimension may be -1, not both 0 and 1")),
    }
    let wanted = elements(&sizes)?;
    if wanted != have {
        return Err(invalid_argument(format!(
            "Input to reshape is a tensor with {have} dense values, but the requested shape has {wanted}"
        )));
    }
    Ok(sizes)
}

/// Each place by its number in row-major order.
fn moved(numbers: &[i64], old: &[i64], new: &[i64], count: usize) -> Result<Vec<i64>> {
    let mut moved = room_for(count.saturating_mul(new.len()))?;
    let mut steps = vec![1i64; new.len()];
    for k in (1..new.len()).rev() {
        steps[k - 1] = steps[k].wrapping_mul(new[k]);
    }
    for row in 0..count {
        let place = &numbers[row * old.len()..(row + 1) * old.len()];
        let mut rest = place.iter().zip(old).fold(0i64, |at, (&x, &size)| at.wrapping_mul(size).wrapping_add(x));
        for &step in &steps {
            moved.push(rest.checked_div(step).unwrap_or(0));
            rest = rest.checked_rem(step).unwrap_or(0);
        }
    }
    Ok(moved)
}
