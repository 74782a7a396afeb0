//! BroadcastTo: the input repeated along the axes where it has size 1 (or none) to fill a shape.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};

use super::{
    elements::{ints, take},
    fill::shape_from,
    view::{View, copy_view, steps_of},
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("BroadcastTo", broadcast_to)];

fn broadcast_to(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [tensor, wanted] = take(inputs)?;
        if wanted.shape().rank() != 1 {
            return Err(invalid_argument(format!(
                "shape must be a vector of {{int32,int64}}, got shape {}",
                wanted.shape()
            )));
        }
        let (have, shape) = (tensor.shape(), shape_from(&ints(&wanted)?)?);
        if *have == shape {
            return Ok(vec![tensor]);
        }
        let Some(skipped) = shape.rank().checked_sub(have.rank()) else {
            return Err(invalid_argument(format!(
                "Rank of input ({}) must be no greater than rank of output shape ({}).",
                have.rank(),
                shape.rank()
            )));
        };
        let mut view = View::at(0);
        shape[..skipped].iter().for_each(|&size| view.push(size, 0));
        for ((&from, &to), step) in have.iter().zip(&shape[skipped..]).zip(steps_of(have)) {
            if from == to {
                view.push(to, step);
            } else if from == 1 {
                view.push(to, 0);
            } else if to == 1 {
                return Err(invalid_argument(format!(
                    "Unable to broadcast tensor of shape {have} to tensor of shape {shape}"
                )));
            } else {
                return Err(invalid_argument(format!("Incompatible shapes: {have} vs. {shape}")));
            }
        }
        Ok(vec![copy_view(&tensor, &view, shape)?])
    })))
}
