//! RandomUniformInt: whole numbers in `[minval, maxval)`.

use std::fmt::Display;

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Element, Tensor};

use super::{
    distribution::{Distribution, UniformInt},
    stream::{Stream, shape_from},
};
use crate::{Build, Kernel, array::elements::take, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("RandomUniformInt", random_uniform_int)];

fn random_uniform_int(node: &Node) -> Result<Kernel> {
    match node.output_types[0].dtype {
        DType::Int32 => between::<i32>(node),
        DType::Int64 => between::<i64>(node),
        _ => Err(unsupported(node)),
    }
}

fn between<T: Bound>(node: &Node) -> Result<Kernel>
where
    UniformInt<T>: Distribution<Out = T>,
{
    let stream = Stream::new(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [shape, low, high] = take(inputs)?;
        let bounds = scalars(&low, &high)?;
        let shape = shape_from(&shape)?;
        if shape.num_elements() == 0 {
            return Ok(vec![Tensor::zeros(T::DTYPE, shape)?]);
        }
        Ok(vec![stream.fill(&range::<T>(bounds)?, shape)?])
    })))
}

/// A type of whole numbers that bounds have.
pub(super) trait Bound: Element + PartialOrd + Display {
    /// How many numbers there are from one up to another, wrapped around.
    fn up_to(self, high: Self) -> u64;
}

impl Bound for i32 {
    fn up_to(self, high: i32) -> u64 {
        u64::from((high as u32).wrapping_sub(self as u32))
    }
}

impl Bound for i64 {
    fn up_to(self, high: i64) -> u64 {
        (high as u64).wrapping_sub(self as u64)
    }
}

/// The two bounds, which must be scalars.
pub(super) fn scalars<T: Bound>(low: &Tensor, high: &Tensor) -> Result<(T, T)> {
    for (name, bound) in [("minval", low), ("maxval", high)] {
        if bound.shape().rank() != 0 {
            return Err(invalid_argument(format!("{name} must be 0-D, got shape {}", bound.shape())));
        }
    }
    Ok((low.single::<T>()?, high.single::<T>()?))
}

/// The numbers between two bounds, of which there must be some.
pub(super) fn range<T: Bound>((low, high): (T, T)) -> Result<UniformInt<T>> {
    if low >= high {
        return Err(invalid_argument(format!("Need minval < maxval, got {low} >= {high}")));
    }
    Ok(UniformInt { low, range: low.up_to(high) })
}
