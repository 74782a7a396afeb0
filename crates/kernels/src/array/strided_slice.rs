//! StridedSlice: `x[begin:end:stride, ..., newaxis, index]`, worked out by the op's plan and copied as a view.

use regatta_graph::{
    Node,
    ops::strided_slice::{Masks, plan},
};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::{
    elements::{ints, take},
    view::{View, copy_view, steps_of},
};
use crate::Kernel;

pub(crate) fn strided_slice(node: &Node) -> Result<Kernel> {
    let masks = Masks::from_attrs(&node.attrs)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [tensor, begin, end, strides] = take(inputs)?;
        Ok(vec![cut(tensor, &begin, &end, &strides, masks)?])
    })))
}

fn cut(tensor: Tensor, begin: &Tensor, end: &Tensor, strides: &Tensor, masks: Masks) -> Result<Tensor> {
    let items = strides.num_elements();
    if [begin, end, strides].iter().any(|t| t.shape().rank() != 1 || t.num_elements() != items) || items >= 32 {
        return Err(invalid_argument(format!(
            "Expected begin, end, and strides to be 1D equal size tensors, but got shapes {}, {}, and {} instead.",
            begin.shape(),
            end.shape(),
            strides.shape()
        )));
    }
    let sizes: Vec<Option<usize>> = tensor.shape().iter().map(|&size| Some(size)).collect();
    let (begin, end, strides) = (ints(begin)?, ints(end)?, ints(strides)?);
    let plan = plan(&sizes, Some((&begin, &end)), &strides, masks)?;
    let known: Vec<usize> = plan.shape.iter().map(|size| size.unwrap_or(0)).collect();
    let shape = Shape::new(&known)?;
    let whole = plan.ranges.iter().zip(&sizes).all(|(range, size)| range.stride == 1 && range.size == *size);
    if whole {
        return tensor.reshaped(shape);
    }
    let steps = steps_of(tensor.shape());
    let mut offset = 0isize;
    let mut axes = Vec::with_capacity(steps.len());
    for (range, step) in plan.ranges.iter().zip(steps) {
        let len = range.size.unwrap_or(0);
        if len == 0 {
            return Tensor::zeros(tensor.dtype(), shape);
        }
        offset += range.begin as isize * step;
        // Where one element is taken its stride leads nowhere, and may be too large to be multiplied.
        axes.push((len, if len == 1 { 0 } else { range.stride as isize * step }));
    }
    let mut view = View::at(offset);
    axes.into_iter().for_each(|(len, step)| view.push(len, step));
    copy_view(&tensor, &view, shape)
}
