//! ReverseV2: the input back to front along the named axes.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use super::{
    elements::{axis_of, ints, take},
    view::{View, copy_view, steps_of},
};
use crate::Kernel;

pub(crate) fn reverse(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [tensor, axes] = take(inputs)?;
        Ok(vec![reversed(tensor, &axes)?])
    })))
}

fn reversed(tensor: Tensor, axes: &Tensor) -> Result<Tensor> {
    let shape = tensor.shape();
    if shape.rank() == 0 || tensor.num_elements() == 0 {
        return Ok(tensor);
    }
    if axes.shape().rank() != 1 {
        return Err(invalid_argument(format!("'dims' must be 1-dimension, not {}", axes.shape().rank())));
    }
    let mut back = vec![false; shape.rank()];
    for (i, dim) in ints(axes)?.into_iter().enumerate() {
        let Some(axis) = axis_of(dim, shape.rank()) else {
            // TensorFlow does not close this bracket either.
            return Err(invalid_argument(format!(
                "'axis'[{i}] = {dim} is out of valid range [0, {}",
                shape.rank() - 1
            )));
        };
        if std::mem::replace(&mut back[axis], true) {
            return Err(invalid_argument(format!("axis {axis} specified more than once.")));
        }
    }
    let steps = steps_of(shape);
    let offset =
        shape.iter().zip(&steps).zip(&back).filter(|(_, back)| **back).map(|((&n, &s), _)| (n as isize - 1) * s);
    let mut view = View::at(offset.sum());
    for ((&size, &step), &back) in shape.iter().zip(&steps).zip(&back) {
        view.push(size, if back { -step } else { step });
    }
    copy_view(&tensor, &view, shape.clone())
}
