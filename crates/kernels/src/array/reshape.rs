//! Reshape: the same elements in another shape, where one size may be -1 and is then whatever makes the number right.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::elements::{ints, take};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Reshape", reshape)];

fn reshape(_: &Node) -> Result<Kernel> {
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
    // Zeros are left out of the product, so that the open size can be found next to one.
    let (mut open, mut known) = (None, 1usize);
    for (i, &size) in sizes.iter().enumerate() {
        match usize::try_from(size) {
            Ok(size) => {
                known = known.checked_mul(size.max(1)).filter(|&n| i64::try_from(n).is_ok()).ok_or_else(too_many)?;
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
        let asks_zero = sizes.contains(&0);
        let counted = |size: &&usize| **size > 0 || !asks_zero;
        let have_counted: usize = tensor.shape().iter().filter(counted).product();
        unsigned[open] = have_counted / known;
        // An empty tensor has no rest: what does not divide then only has to be empty too.
        if unsigned[open] * known != have_counted && tensor.shape().iter().all(|size| counted(&size)) {
            return Err(invalid_argument(format!(
                "Input to reshape is a tensor with {have} values, but the requested shape requires a multiple of {known}"
            )));
        }
    }
    let shape = Shape::new(&unsigned);
    let wanted = shape.as_ref().map_or(known, Shape::num_elements);
    if wanted != have {
        return Err(invalid_argument(format!(
            "Input to reshape is a tensor with {have} values, but the requested shape has {wanted}"
        )));
    }
    shape
}
