//! Roll: the elements moved along axes; those that pass the end come in at the beginning.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use super::{
    elements::{axis_of, ints},
    picks::picked,
};
use crate::{Build, Kernel, math::output::compute};

pub(super) const KERNELS: &[(&str, Build)] = &[("Roll", roll)];

fn roll(_: &Node) -> Result<Kernel> {
    Ok(compute(|[tensor, shift, axis]| rolled(tensor, &shift, &axis)))
}

fn rolled(tensor: Tensor, shift: &Tensor, axis: &Tensor) -> Result<Tensor> {
    let shape = tensor.shape();
    if shape.rank() == 0 {
        return Err(invalid_argument("input must be 1-D or higher"));
    }
    for (name, given) in [("shift", shift), ("axis", axis)] {
        if given.shape().rank() > 1 {
            return Err(invalid_argument(format!("{name} must be a scalar or a 1-D vector. Found: {}", given.shape())));
        }
    }
    if shift.shape() != axis.shape() {
        return Err(invalid_argument("shift and axis must have the same size"));
    }
    let mut total = vec![0i64; shape.rank()];
    for (shift, dim) in ints(shift)?.into_iter().zip(ints(axis)?) {
        let axis = axis_of(dim, shape.rank())
            .ok_or_else(|| invalid_argument(format!("axis {dim} is out of range for {} axes", shape.rank())))?;
        let size = shape[axis].max(1) as i64;
        total[axis] = (total[axis] + shift.rem_euclid(size)) % size;
    }
    if tensor.num_elements() == 0 || total.iter().all(|shift| *shift == 0) {
        return Ok(tensor);
    }
    let picks: Vec<Vec<usize>> = shape
        .iter()
        .zip(&total)
        .map(|(&size, &shift)| {
            let start = size - shift as usize;
            (start..size).chain(0..start).collect()
        })
        .collect();
    picked(&tensor, &picks)
}
