//! Reshape: the same elements in another shape, where one size may be -1 and is then whatever makes the number right.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::elements::{ints, take};
use crate::Kernel;

pub(crate) fn reshape(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [tensor, sizes] = take(inputs)?;
        let shape = wanted_shape(&tensor, &sizes)?;
        Ok(vec![tensor.reshaped(shape)?])
    })))
}

fn wanted_shape(tensor: &Tensor, sizes: &Tensor) -> Result<Shape> {
    // A single number passes for a vector of one, as in graphs of old.
    if sizes.shape().rank() > 1 {
        return Err(invalid_argument(format!("sizes input must be 1-D, not {}", sizes.shape())));
    }
    let sizes = ints(sizes)?;
    if sizes.len() > 254 {
        return Err(invalid_argument(format!("too many dimensions: must be < 254, but received {}", sizes.len())));
    }
    let too_many = || invalid_argument(format!("Shape {sizes:?} has too many elements"));
    let (mut open, mut known) = (None, 1usize);
    for (i, &size) in sizes.iter().enumerate() {
        match usize::try_from(size) {
            Ok(size) => {
                known = known.checked_mul(size).filter(|&n| i64::try_from(n).is_ok()).ok_or_else(too_many)?;
            }
            Err(_) if size == -1 => {
                if let Some(first) = open.replace(i) {
                    return Err(invalid_argument(format!("Only one input size may be -1, not both {first} and {i}")));
                }
            }
            Err(_) => return Err(invalid_argument(format!("Size {i} must be non-negative, not {size}"))),
        }
    }
    let have = tensor.num_elements();
    let mut unsigned: Vec<usize> = sizes.iter().map(|&size| size.max(0) as usize).collect();
    if let Some(open) = open {
        if known == 0 && have > 0 {
            return Err(invalid_argument(format!(
                "Input to reshape is a tensor with {have} values, but the requested shape has 0"
            )));
        }
        unsigned[open] = if known == 0 { 0 } else { have / known };
        if unsigned[open] * known != have {
            return Err(invalid_argument(format!(
                "Input to reshape is a tensor with {have} values, but the requested shape requires a multiple of {known}"
            )));
        }
    } else if known != have {
        return Err(invalid_argument(format!(
            "Input to reshape is a tensor with {have} values, but the requested shape has {known}"
        )));
    }
    Shape::new(&unsigned)
}
