//! StatelessRandomUniform: numbers in `[0, 1)`, which follow from the seed.

use std::marker::PhantomData;

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::{distribution::Uniform, stream::stateless};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("StatelessRandomUniform", stateless_random_uniform),
    ("StatelessRandomUniformV2", stateless_random_uniform),
    // Told key and counter by the runtime, which keeps the state.
    ("StatefulUniform", stateless_random_uniform),
];

fn stateless_random_uniform(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16],
        T => Ok(stateless(Uniform::<T>(PhantomData))),
        else Err(unsupported(node))
    )
}
