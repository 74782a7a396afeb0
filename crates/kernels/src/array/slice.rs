//! Slice: the box from `begin` of the given `size`, where -1 is all that remains.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::{
    elements::{ints, take},
    view::{View, copy_view, steps_of},
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Slice", slice)];

fn slice(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [tensor, begin, size] = take(inputs)?;
        Ok(vec![take_box(tensor, &begin, &size)?])
    })))
}

fn take_box(tensor: Tensor, begin: &Tensor, size: &Tensor) -> Result<Tensor> {
    let rank = tensor.shape().rank();
    if [begin, size].iter().any(|t| t.shape().rank() != 1 || t.num_elements() != rank) {
        return Err(invalid_argument(format!(
            "Expected begin and size arguments to be 1-D tensors of size {rank}, but got shapes {} and {} instead.",
            begin.shape(),
            size.shape()
        )));
    }
    let (begin, size) = (ints(begin)?, ints(size)?);
    let mut sizes = Vec::with_capacity(rank);
    let mut offset = 0;
    let steps = steps_of(tensor.shape());
    for (i, &have) in tensor.shape().iter().enumerate() {
        let Some(from) = usize::try_from(begin[i]).ok().filter(|&from| from <= have) else {
            return Err(invalid_argument(format!("Expected begin[{i}] in [0, {have}], but got {}", begin[i])));
        };
        let rest = have - from;
        let wanted = if size[i] == -1 { Some(rest) } else { usize::try_from(size[i]).ok().filter(|&n| n <= rest) };
        let Some(wanted) = wanted else {
            return Err(invalid_argument(format!("Expected size[{i}] in [0, {rest}], but got {}", size[i])));
        };
        sizes.push(wanted);
        offset += from as isize * steps[i];
    }
    if sizes[..] == tensor.shape()[..] {
        return Ok(tensor);
    }
    let mut view = View::at(offset);
    sizes.iter().zip(steps).for_each(|(&len, step)| view.push(len, step));
    copy_view(&tensor, &view, Shape::new(&sizes)?)
}
