//! Split: a tensor cut along an axis into parts of one size. SplitV: into parts of given sizes, one of which may be -1 and is
//! then what remains.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::{
    elements::{axis_of, ints, single_int, take},
    view::{View, copy_view, steps_of},
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Split", split), ("SplitV", split_v)];

fn split(node: &Node) -> Result<Kernel> {
    let count = node.output_types.len();
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [dim, value] = take(inputs)?;
        let axis = split_axis(&dim, &value)?;
        let size = value.shape()[axis];
        if count == 0 || !size.is_multiple_of(count) {
            return Err(invalid_argument(format!(
                "Number of ways to split should evenly divide the split dimension, but got split_dim {axis} \
                 (size = {size}) and num_split {count}"
            )));
        }
        cut_evenly(&value, axis, count)
    })))
}

fn split_v(node: &Node) -> Result<Kernel> {
    let count = node.output_types.len();
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [value, sizes, dim] = take(inputs)?;
        if sizes.shape().rank() != 1 || sizes.num_elements() != count {
            return Err(invalid_argument(format!(
                "size of the split_tensor must be 1-D and have the same elements as outputs got {} -D and {} elements",
                sizes.shape().rank(),
                sizes.num_elements()
            )));
        }
        let axis = split_axis(&dim, &value)?;
        let lens = part_lens(&ints(&sizes)?, value.shape()[axis])?;
        cut(&value, axis, &lens)
    })))
}

fn split_axis(dim: &Tensor, value: &Tensor) -> Result<usize> {
    let rank = value.shape().rank();
    let dim = match single_int(dim) {
        Some(value) if dim.shape().rank() == 0 => value,
        _ => {
            return Err(invalid_argument(format!("split_dim must be a scalar but has rank {}", dim.shape().rank())));
        }
    };
    axis_of(dim, rank).ok_or_else(|| {
        invalid_argument(format!("-input rank(-{rank}) <= split_dim < input rank ({rank}), but got {dim}"))
    })
}

fn part_lens(wanted: &[i64], size: usize) -> Result<Vec<usize>> {
    let open = wanted.iter().filter(|&&len| len == -1).count();
    if open > 1 {
        return Err(invalid_argument("There can only be one -1 in the input."));
    }
    if let Some((i, len)) = wanted.iter().enumerate().find(|(_, len)| **len < -1) {
        return Err(invalid_argument(format!("Split size at index {i} must be >= 0. Got: {len}")));
    }
    let known = wanted.iter().filter(|&&len| len > 0).fold(0i64, |sum, &len| sum.saturating_add(len));
    let size = size as i64;
    if known > size || (open == 0 && known != size) {
        return Err(invalid_argument(format!(
            "Determined shape must either match input shape along split_dim exactly if fully specified, or be less than \
             the size of the input along split_dim if not fully specified.  Got: {known}"
        )));
    }
    Ok(wanted.iter().map(|&len| if len == -1 { size - known } else { len } as usize).collect())
}

/// Cuts along an axis whose size is a multiple of the count.
pub(super) fn cut_evenly(value: &Tensor, axis: usize, count: usize) -> Result<Vec<Tensor>> {
    cut(value, axis, &vec![value.shape()[axis] / count.max(1); count])
}

/// Cuts along an axis into parts of the given lengths, which add up to its size.
fn cut(value: &Tensor, axis: usize, lens: &[usize]) -> Result<Vec<Tensor>> {
    if lens.len() == 1 {
        return Ok(vec![value.clone()]);
    }
    let steps = steps_of(value.shape());
    let mut sizes = value.shape().to_vec();
    let (mut parts, mut from) = (Vec::with_capacity(lens.len()), 0);
    for &len in lens {
        sizes[axis] = len;
        let mut view = View::at(from as isize * steps[axis]);
        sizes.iter().zip(&steps).for_each(|(&len, &step)| view.push(len, step));
        parts.push(copy_view(value, &view, Shape::new(&sizes)?)?);
        from += len;
    }
    Ok(parts)
}
