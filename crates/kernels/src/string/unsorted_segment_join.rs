//! UnsortedSegmentJoin: the strings of each segment, joined in their order.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::text::bytes_attr;
use crate::{
    Build, Kernel,
    array::elements::{copies, ints, take},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("UnsortedSegmentJoin", unsorted_segment_join)];

fn unsorted_segment_join(node: &Node) -> Result<Kernel> {
    node.attrs.dtype("Tindices")?;
    let separator = bytes_attr(node, "separator")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [input, segments, count] = take(inputs)?;
        if count.shape().rank() != 0 {
            return Err(invalid_argument("Number of segments must be a scalar"));
        }
        let [count] = ints(&count)?[..] else { return Err(invalid_argument("Number of segments must be a scalar")) };
        let count = usize::try_from(count)
            .map_err(|_| invalid_argument(format!("Number of segments must be non-negative but got {count}")))?;
        let (shape, segment_rank) = (input.shape(), segments.shape().rank());
        if segment_rank == 0 {
            return Err(invalid_argument("Segment_id cannot have rank 0"));
        }
        if !shape.starts_with(segments.shape()) {
            return Err(invalid_argument(format!(
                "Segment dimension is not equal to the input's: {} and {shape}",
                segments.shape()
            )));
        }
        let inner = &shape[segment_rank..];
        let shape = Shape::new(&[&[count], inner].concat())?;
        let width: usize = inner.iter().product();
        let (strings, mut joined) = (input.as_strings()?, copies(Vec::new(), shape.num_elements())?);
        let mut begun = copies(false, count)?;
        for (k, segment) in ints(&segments)?.into_iter().enumerate() {
            let segment = usize::try_from(segment).ok().filter(|segment| *segment < count).ok_or_else(|| {
                invalid_argument("segment_ids are not allowed to exceed num_segments or to have negative values.")
            })?;
            let targets = &mut joined[segment * width..(segment + 1) * width];
            for (target, string) in targets.iter_mut().zip(&strings[k * width..]) {
                if begun[segment] {
                    target.extend_from_slice(&separator);
                }
                target.extend_from_slice(string);
            }
            begun[segment] = true;
        }
        Ok(vec![Tensor::strings(shape, joined)?])
    })))
}
