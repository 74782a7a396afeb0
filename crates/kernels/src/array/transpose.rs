//! Transpose: the axes in another order, `y.shape[i] = x.shape[perm[i]]`. InvertPermutation: `y[x[i]] = i`.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use super::{
    elements::{axis_of, ints, take},
    view::{View, copy_view, steps_of},
};
use crate::{Kernel, unsupported};

pub(crate) fn transpose(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [tensor, perm] = take(inputs)?;
        let rank = tensor.shape().rank();
        if perm.shape().rank() != 1 {
            return Err(invalid_argument(format!("perm must be rank 1, got shape {}", perm.shape())));
        }
        let perm = ints(&perm)?;
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
            return Ok(vec![tensor.reshaped(shape)?]);
        }
        let steps = steps_of(tensor.shape());
        let mut view = View::at(0);
        axes.iter().for_each(|&axis| view.push(tensor.shape()[axis], steps[axis]));
        Ok(vec![copy_view(&tensor, &view, shape)?])
    })))
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

pub(crate) fn invert_permutation(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    if !matches!(dtype, DType::Int32 | DType::Int64) {
        return Err(unsupported(node));
    }
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [perm] = take(inputs)?;
        if perm.shape().rank() != 1 {
            return Err(invalid_argument("invert_permutation expects a 1D vector."));
        }
        let perm = ints(&perm)?;
        let mut inverse = vec![-1i64; perm.len()];
        for (i, &place) in perm.iter().enumerate() {
            match usize::try_from(place).ok().and_then(|place| inverse.get_mut(place)) {
                None => return Err(invalid_argument(format!("{place} is not between 0 and {}", perm.len()))),
                Some(slot) if *slot != -1 => {
                    return Err(invalid_argument(format!("{place} is duplicated in the input.")));
                }
                Some(slot) => *slot = i as i64,
            }
        }
        Ok(vec![match dtype {
            DType::Int64 => Tensor::vector(inverse),
            _ => Tensor::vector(inverse.into_iter().map(|i| i as i32).collect()),
        }])
    })))
}
