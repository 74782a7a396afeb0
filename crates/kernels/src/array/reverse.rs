//! Reverse and ReverseV2: the input back to front along some axes, told by a truth for each or by name.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument, unimplemented};
use regatta_tensor::Tensor;

use super::{
    elements::{axis_of, ints},
    view::{View, copy_view, steps_of},
};
use crate::{Build, Kernel, math::output::compute};

pub(super) const KERNELS: &[(&str, Build)] = &[("Reverse", reverse), ("ReverseV2", reverse_axes)];

fn reverse(_: &Node) -> Result<Kernel> {
    Ok(compute(|[tensor, flags]| {
        let rank = tensor.shape().rank();
        if flags.shape().rank() != 1 || flags.num_elements() != rank {
            return Err(invalid_argument(format!(
                "'dims' must be a vector with a truth for each of {rank} axes, not of shape {}",
                flags.shape()
            )));
        }
        if rank > 8 {
            return Err(unimplemented(format!("reverse is not implemented for tensors of rank {rank}")));
        }
        match rank {
            0 => Ok(tensor),
            _ => reversed(tensor, flags.values::<bool>()?),
        }
    }))
}

fn reverse_axes(_: &Node) -> Result<Kernel> {
    Ok(compute(|[tensor, axes]| {
        let rank = tensor.shape().rank();
        if rank == 0 || tensor.num_elements() == 0 {
            return Ok(tensor);
        }
        if axes.shape().rank() != 1 {
            return Err(invalid_argument(format!("'dims' must be 1-dimension, not {}", axes.shape().rank())));
        }
        let mut back = vec![false; rank];
        for (i, dim) in ints(&axes)?.into_iter().enumerate() {
            let Some(axis) = axis_of(dim, rank) else {
                // TensorFlow does not close this bracket either.
                return Err(invalid_argument(format!("'axis'[{i}] = {dim} is out of valid range [0, {}", rank - 1)));
            };
            if std::mem::replace(&mut back[axis], true) {
                return Err(invalid_argument(format!("axis {axis} specified more than once.")));
            }
        }
        reversed(tensor, &back)
    }))
}

fn reversed(tensor: Tensor, back: &[bool]) -> Result<Tensor> {
    let shape = tensor.shape();
    if tensor.num_elements() == 0 {
        return Ok(tensor);
    }
    let steps = steps_of(shape);
    let offset =
        shape.iter().zip(&steps).zip(back).filter(|(_, back)| **back).map(|((&n, &s), _)| (n as isize - 1) * s);
    let mut view = View::at(offset.sum());
    for ((&size, &step), &back) in shape.iter().zip(&steps).zip(back) {
        view.push(size, if back { -step } else { step });
    }
    copy_view(&tensor, &view, shape.clone())
}
