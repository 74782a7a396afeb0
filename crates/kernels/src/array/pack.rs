//! Pack: tensors of one shape side by side along a new axis.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::Shape;

use super::{
    concat::join,
    elements::{axis_of, by_unit},
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Pack", pack)];

fn pack(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    let dim = node.attrs.int("axis")?;
    Ok(Kernel::Compute(Box::new(move |mut inputs| {
        let Some(first) = inputs.first() else { return Err(internal("Pack has no values")) };
        let shape = first.shape().clone();
        let places = shape.rank() + 1;
        let Some(axis) = axis_of(dim, places) else {
            return Err(invalid_argument(format!("axis = {dim} not in [{}, {places})", -(places as i64))));
        };
        if let Some((i, other)) = inputs.iter().enumerate().find(|(_, input)| *input.shape() != shape) {
            return Err(invalid_argument(format!(
                "Shapes of all inputs must match: values[0].shape = {shape} != values[{i}].shape = {}",
                other.shape()
            )));
        }
        // With the new axis in place, packing is joining.
        let mut sizes = shape.to_vec();
        sizes.insert(axis, 1);
        let single = Shape::new(&sizes)?;
        for input in &mut inputs {
            *input = input.reshaped(single.clone())?;
        }
        if inputs.len() == 1 {
            return Ok(inputs);
        }
        sizes[axis] = inputs.len();
        let packed = Shape::new(&sizes)?;
        Ok(vec![by_unit!(dtype, U => join::<U>(&inputs, axis, packed))?])
    })))
}
