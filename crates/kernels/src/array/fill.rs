//! Fill: one value in every place of a given shape. ZerosLike and OnesLike: 0 or 1 in the shape of the input.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, DType, Shape, Tensor, bf16, f16};

use super::elements::{Unit, by_unit, copies, ints, take};
use crate::{Kernel, dispatch::dispatch, list::variant_math, unsupported};

pub(crate) fn fill(node: &Node) -> Result<Kernel> {
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

fn filled<U: Unit>(value: &Tensor, shape: Shape) -> Result<Tensor> {
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

pub(crate) fn zeros_like(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    if dtype == DType::Resource {
        return Err(unsupported(node));
    }
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [tensor] = take(inputs)?;
        if tensor.dtype() == DType::Variant {
            return Ok(vec![variant_math::zeros_like(&tensor)?]);
        }
        Ok(vec![Tensor::zeros(tensor.dtype(), tensor.shape().clone())?])
    })))
}

pub(crate) fn ones_like(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    let one = dispatch!(
        dtype,
        [f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, bool, Complex<f32>, Complex<f64>],
        T => Tensor::scalar(<T as One>::ONE),
        else return Err(unsupported(node))
    );
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [tensor] = take(inputs)?;
        let shape = tensor.shape().clone();
        Ok(vec![by_unit!(one.dtype(), U => filled::<U>(&one, shape))?])
    })))
}

/// What 1 is in each type.
trait One {
    const ONE: Self;
}

macro_rules! ones {
    ($($ty:ty = $one:expr,)*) => {$(impl One for $ty { const ONE: Self = $one; })*};
}

ones! {
    f32 = 1.0, f64 = 1.0, i8 = 1, i16 = 1, i32 = 1, i64 = 1, u8 = 1, u16 = 1, u32 = 1, u64 = 1, bool = true,
    f16 = f16::ONE, bf16 = bf16::ONE, Complex<f32> = Complex::new(1.0, 0.0), Complex<f64> = Complex::new(1.0, 0.0),
}
