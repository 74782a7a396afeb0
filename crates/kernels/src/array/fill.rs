//! Fill: one value in every place of a given shape.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::elements::{Unit, by_unit, copies, ints, take};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Fill", fill)];

fn fill(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [dims, value] = take(inputs)?;
        if value.num_elements() != 1 || value.shape().rank() > 1 {
            return Err(invalid_argument(format!("value must represent a scalar, got shape {}", value.shape())));
        }
        if dims.shape().rank() > 1 {
            return Err(invalid_argument(format!("dims must represent a vector, got shape {}", dims.shape())));
        }
        let shape = shape_from(&ints(&dims)?)?;
        Ok(vec![by_unit!(dtype, U => filled::<U>(&value, shape))?])
    })))
}

/// One element in every place of a shape.
pub(super) fn filled<U: Unit>(value: &Tensor, shape: Shape) -> Result<Tensor> {
    let element = U::of(value)?[0].clone();
    let elements = copies(element, shape.num_elements())?;
    U::into_tensor(value.dtype(), shape, elements)
}

/// A shape from the numbers of a tensor, refused in TensorFlow's words.
pub(crate) fn shape_from(sizes: &[i64]) -> Result<Shape> {
    if let Some(size) = sizes.iter().find(|size| **size < 0) {
        return Err(invalid_argument(format!("Dimension {size} must be >= 0")));
    }
    Shape::from_signed(sizes).map_err(|e| {
        let overflows = sizes.iter().try_fold(1i64, |n, &size| n.checked_mul(size)).is_none();
        let sizes: Vec<String> = sizes.iter().map(i64::to_string).collect();
        if overflows {
            invalid_argument(format!("Shape [{}] would have more than 2**63 - 1 elements", sizes.join(",")))
        } else {
            e
        }
    })
}
