//! StridedSlice: `x[begin:end:stride, ..., newaxis, index]`, worked out by the op's plan and copied as a view.
//! StridedSliceGrad and TensorStridedSliceUpdate: zeros, or a tensor, with other elements in that view.

use regatta_graph::{
    Node,
    ops::strided_slice::{Masks, plan},
};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::{
    elements::{Unit, by_unit, copies, ints, room_for},
    fill::shape_from,
    view::{View, copy_view, steps_of},
};
use crate::{Build, Kernel, math::output::compute};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("StridedSlice", strided_slice),
    ("StridedSliceGrad", strided_slice_grad),
    ("TensorStridedSliceUpdate", tensor_strided_slice_update),
];

fn strided_slice(node: &Node) -> Result<Kernel> {
    let masks = Masks::from_attrs(&node.attrs)?;
    Ok(compute(move |[tensor, begin, end, strides]| {
        let part = Part::new(tensor.shape(), [&begin, &end, &strides], masks)?;
        match part.view {
            _ if part.is_whole => tensor.reshaped(part.shape),
            Some(view) => copy_view(&tensor, &view, part.shape),
            None => Tensor::zeros(tensor.dtype(), part.shape),
        }
    }))
}

fn strided_slice_grad(node: &Node) -> Result<Kernel> {
    let masks = Masks::from_attrs(&node.attrs)?;
    Ok(compute(move |[shape, begin, end, strides, dy]| {
        if shape.shape().rank() != 1 {
            return Err(invalid_argument(format!("shape must be 1-D, got shape {}", shape.shape())));
        }
        let shape = shape_from(&ints(&shape)?)?;
        let part = Part::new(&shape, [&begin, &end, &strides], masks)?;
        by_unit!(dy.dtype(), U => {
            let zeros = copies(<U as Default>::default(), shape.num_elements())?;
            part.replace::<U>(zeros, shape, &dy)
        })
    }))
}

fn tensor_strided_slice_update(node: &Node) -> Result<Kernel> {
    let masks = Masks::from_attrs(&node.attrs)?;
    Ok(compute(move |[tensor, begin, end, strides, value]| {
        let part = Part::new(tensor.shape(), [&begin, &end, &strides], masks)?;
        by_unit!(value.dtype(), U => {
            let mut elements = room_for::<U>(tensor.num_elements())?;
            elements.extend_from_slice(U::of(&tensor)?);
            part.replace::<U>(elements, tensor.shape().clone(), &value)
        })
    }))
}

/// What a slice speaks of.
struct Part {
    /// The elements; `None` if there are none.
    view: Option<View>,
    /// Their shape.
    shape: Shape,
    /// Whether they are all elements in their order.
    is_whole: bool,
}

impl Part {
    fn new(of: &Shape, [begin, end, strides]: [&Tensor; 3], masks: Masks) -> Result<Part> {
        let items = strides.num_elements();
        if [begin, end, strides].iter().any(|t| t.shape().rank() != 1 || t.num_elements() != items) || items >= 32 {
            return Err(invalid_argument(format!(
                "Expected begin, end, and strides to be 1D equal size tensors, but got shapes {}, {}, and {} instead.",
                begin.shape(),
                end.shape(),
                strides.shape()
            )));
        }
        let sizes: Vec<Option<usize>> = of.iter().map(|&size| Some(size)).collect();
        let (begin, end, strides) = (ints(begin)?, ints(end)?, ints(strides)?);
        let plan = plan(&sizes, Some((&begin, &end)), &strides, masks)?;
        let known: Vec<usize> = plan.shape.iter().map(|size| size.unwrap_or(0)).collect();
        let shape = Shape::new(&known)?;
        let is_whole = plan.ranges.iter().zip(&sizes).all(|(range, size)| range.stride == 1 && range.size == *size);
        if plan.ranges.iter().any(|range| range.size.unwrap_or(0) == 0) {
            return Ok(Part { view: None, shape, is_whole });
        }
        let steps = steps_of(of);
        let offset = plan.ranges.iter().zip(&steps).map(|(range, step)| range.begin as isize * step).sum();
        let mut view = View::at(offset);
        for (range, step) in plan.ranges.iter().zip(steps) {
            let len = range.size.unwrap_or(0);
            // Where one element is taken its stride leads nowhere, and may be too large to be multiplied.
            view.push(len, if len == 1 { 0 } else { range.stride as isize * step });
        }
        Ok(Part { view: Some(view), shape, is_whole })
    }

    /// A tensor of these elements with others in this part.
    fn replace<U: Unit>(&self, mut elements: Vec<U>, shape: Shape, with: &Tensor) -> Result<Tensor> {
        if *with.shape() != self.shape {
            return Err(invalid_argument(format!("shape of dy was {} instead of {}", with.shape(), self.shape)));
        }
        if let Some(view) = &self.view {
            view.put(U::of(with)?, &mut elements);
        }
        U::into_tensor(with.dtype(), shape, elements)
    }
}
