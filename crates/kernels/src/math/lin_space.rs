//! `LinSpace`: as many numbers as asked for, evenly spread from one to another.
//!
//! ```text
//! shape     start [], stop [], num [] -> [num]
//! ```

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::{
    number::Float,
    output::{allocate, compute, input_type},
    reduce::axis_values,
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("LinSpace", lin_space)];

fn lin_space(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64],
        T => Ok(compute(|[start, stop, num]| spread::<T>(&start, &stop, &num))),
        else Err(unsupported(node))
    )
}

fn spread<T: Float>(start: &Tensor, stop: &Tensor, num: &Tensor) -> Result<Tensor> {
    for (tensor, name) in [(start, "start"), (stop, "stop"), (num, "num")] {
        if tensor.shape().rank() > 0 {
            return Err(invalid_argument(format!("{name} must be a scalar, not shape {}", tensor.shape())));
        }
    }
    let (start, stop) = (start.single::<T>()?, stop.single::<T>()?);
    let count = axis_values(num)?.first().copied().unwrap_or_default();
    let Some(count) = usize::try_from(count).ok().filter(|count| *count > 0) else {
        return Err(invalid_argument(format!("Requires num > 0: {count}")));
    };
    let shape = Shape::new(&[count])?;
    let mut out = allocate::<T>(&shape)?;
    let step = if count > 1 { (stop - start) / T::of((count - 1) as f64) } else { T::ZERO };
    out.extend((0..count).map(|k| match k {
        // Exactly, even if the step is not finite.
        0 => start,
        k if k == count - 1 => stop,
        k => start + step * T::of(k as f64),
    }));
    Tensor::new(shape, out)
}
