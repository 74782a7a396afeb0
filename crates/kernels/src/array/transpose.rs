//! Transpose: the axes in another order, `y.shape[i] = x.shape[perm[i]]`. ConjugateTranspose: and every
//! complex element conjugated.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, DType, Shape, Tensor};

use super::{
    elements::{axis_of, ints, take},
    view::{View, copy_view, steps_of},
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("ConjugateTranspose", conjugate_transpose), ("Transpose", transpose)];

fn transpose(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [tensor, perm] = take(inputs)?;
        Ok(vec![transposed(tensor, &perm)?])
    })))
}

fn conjugate_transpose(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [tensor, perm] = take(inputs)?;
        let mut turned = transposed(tensor, &perm)?;
        match turned.dtype() {
            DType::Complex64 => turned.make_mut::<Complex<f32>>()?.iter_mut().for_each(|x| *x = x.conj()),
            DType::Complex128 => turned.make_mut::<Complex<f64>>()?.iter_mut().for_each(|x| *x = x.conj()),
            _ => {}
        }
        Ok(vec![turned])
    })))
}

fn transposed(tensor: Tensor, perm: &Tensor) -> Result<Tensor> {
    let rank = tensor.shape().rank();
    if perm.shape().rank() != 1 {
        return Err(invalid_argument(format!("perm must be rank 1, got shape {}", perm.shape())));
    }
    let perm = ints(perm)?;
    if perm.len() != rank {
        return Err(invalid_argument(format!(
            "transpose expects a vector of size {rank}. But input(1) is a vector of size {}",
            perm.len()
        )));
    }
    let axes = permutation(&perm)?;
    let sizes: Vec<usize> = axes.iter().map(|&axis| tensor.shape()[axis]).collect();
    let shape = Shape::new(&sizes)?;
    // Moving axes of size 1 moves no element.
    let moving: Vec<usize> = axes.iter().copied().filter(|&axis| tensor.shape()[axis] != 1).collect();
    if moving.is_sorted() {
        return tensor.reshaped(shape);
    }
    let steps = steps_of(tensor.shape());
    let mut view = View::at(0);
    axes.iter().for_each(|&axis| view.push(tensor.shape()[axis], steps[axis]));
    copy_view(&tensor, &view, shape)
}

fn permutation(perm: &[i64]) -> Result<Vec<usize>> {
    let rank = perm.len();
    let mut seen = vec![false; rank];
    let mut axes = Vec::with_capacity(rank);
    for &dim in perm {
        let Some(axis) = axis_of(dim, rank) else {
            let shown = if dim < 0 { dim.saturating_add(rank as i64) } else { dim };
            return Err(invalid_argument(format!("{shown} is out of range [0 .. {rank})")));
        };
        seen[axis] = true;
        axes.push(axis);
    }
    if let Some(missing) = seen.iter().position(|seen| !seen) {
        let shown: Vec<String> = perm.iter().map(i64::to_string).collect();
        return Err(invalid_argument(format!("{missing} is missing from {{{}}}.", shown.join(","))));
    }
    Ok(axes)
}
