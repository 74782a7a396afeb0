//! StatelessRandomUniformInt: whole numbers in `[minval, maxval)`, which follow from the seed.

use regatta_graph::Node;
use regatta_status::{Result, internal};
use regatta_tensor::{DType, Tensor};

use super::{
    distribution::{Distribution, UniformInt},
    random_uniform_int::{Bound, range, scalars},
    stream::{fill, place_from, shape_from},
};
use crate::{Build, Kernel, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("StatelessRandomUniformInt", stateless_random_uniform_int),
    ("StatelessRandomUniformIntV2", stateless_random_uniform_int),
    // Told key and counter by the runtime, which keeps the state.
    ("StatefulUniformInt", stateless_random_uniform_int),
];

fn stateless_random_uniform_int(node: &Node) -> Result<Kernel> {
    match node.output_types[0].dtype {
        DType::Int32 => Ok(between::<i32>()),
        DType::Int64 => Ok(between::<i64>()),
        _ => Err(unsupported(node)),
    }
}

fn between<T: Bound>() -> Kernel
where
    UniformInt<T>: Distribution<Out = T>,
{
    Kernel::Compute(Box::new(move |inputs| {
        let [shape, place @ .., low, high] = inputs.as_slice() else {
            return Err(internal("a random op without a shape and bounds"));
        };
        let shape = shape_from(shape)?;
        let place = place_from(place)?;
        if shape.num_elements() == 0 {
            return Ok(vec![Tensor::zeros(T::DTYPE, shape)?]);
        }
        Ok(vec![fill(&range(scalars::<T>(low, high)?)?, place, shape)?])
    }))
}
