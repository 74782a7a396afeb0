//! ReduceJoin: the strings along some axes, joined. Axes are walked in the order given, the first the fastest.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument, out_of_range};
use regatta_tensor::{Shape, Tensor};

use super::text::bytes_attr;
use crate::{
    Build, Kernel,
    array::elements::{axis_of, ints, product, room_for, take},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("ReduceJoin", reduce_join)];

fn reduce_join(node: &Node) -> Result<Kernel> {
    let (keep_dims, separator) = (node.attrs.bool("keep_dims")?, bytes_attr(node, "separator")?);
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [input, axes] = take(inputs)?;
        let (strings, rank) = (input.as_strings()?, input.shape().rank());
        let mut joined_axes = Vec::new();
        for axis in ints(&axes)? {
            let found = axis_of(axis, rank).ok_or_else(|| {
                out_of_range(format!("Invalid reduction dimension {axis} for input with {rank} dimension(s)"))
            })?;
            if joined_axes.contains(&found) {
                return Err(invalid_argument(format!("Duplicate reduction dimension {found}")));
            }
            joined_axes.push(found);
        }
        let kept: Vec<usize> = (0..rank).filter(|axis| !joined_axes.contains(axis)).collect();
        let sizes: Vec<usize> = (0..rank)
            .filter(|axis| keep_dims || kept.contains(axis))
            .map(|axis| if kept.contains(&axis) { input.shape()[axis] } else { 1 })
            .collect();
        let shape = Shape::new(&sizes)?;
        joined_axes.reverse();
        let (kept, walked) = (Walk::new(input.shape(), &kept), Walk::new(input.shape(), &joined_axes));
        let mut joined = room_for(shape.num_elements())?;
        let mut parts: Vec<&[u8]> = room_for(walked.count)?;
        for start in (0..kept.count).map(|k| kept.offset(k)) {
            parts.clear();
            parts.extend((0..walked.count).map(|k| strings[start + walked.offset(k)].as_slice()));
            joined.push(parts.join(separator.as_slice()));
        }
        Ok(vec![Tensor::strings(shape, joined)?])
    })))
}

/// All places along some axes, as offsets.
struct Walk {
    /// The size and the step of each axis, the fastest last.
    axes: Vec<(usize, usize)>,
    count: usize,
}

impl Walk {
    fn new(shape: &Shape, axes: &[usize]) -> Walk {
        let axes: Vec<(usize, usize)> = axes.iter().map(|&axis| (shape[axis], product(&shape[axis + 1..]))).collect();
        let count = axes.iter().map(|(size, _)| size).product();
        Walk { axes, count }
    }

    fn offset(&self, mut k: usize) -> usize {
        let mut offset = 0;
        for (size, step) in self.axes.iter().rev() {
            offset += k % size * step;
            k /= size;
        }
        offset
    }
}
