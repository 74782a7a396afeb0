//! Unpack: a tensor taken apart along an axis, which the parts no longer have.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Shape;

use super::{
    elements::{axis_of, take},
    split::cut_evenly,
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Unpack", unpack)];

fn unpack(node: &Node) -> Result<Kernel> {
    let count = node.output_types.len();
    let dim = node.attrs.int("axis")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [value] = take(inputs)?;
        let rank = value.shape().rank();
        let Some(axis) = axis_of(dim, rank) else {
            return Err(invalid_argument(format!("axis = {dim} not in [{}, {rank})", -(rank as i64))));
        };
        if value.shape()[axis] != count {
            return Err(invalid_argument(format!(
                "Input shape axis {axis} must equal {count}, got shape {}",
                value.shape()
            )));
        }
        let mut sizes = value.shape().to_vec();
        sizes.remove(axis);
        let shape = Shape::new(&sizes)?;
        cut_evenly(&value, axis, count)?.into_iter().map(|part| part.reshaped(shape.clone())).collect()
    })))
}
