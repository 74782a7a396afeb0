//! StatelessRandomUniformFullInt: whole numbers, all that the type has, which follow from the seed.

use std::marker::PhantomData;

use regatta_graph::Node;
use regatta_status::Result;

use super::{distribution::UniformFullInt, stream::stateless};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("StatelessRandomUniformFullInt", stateless_random_uniform_full_int),
    ("StatelessRandomUniformFullIntV2", stateless_random_uniform_full_int),
    // Told key and counter by the runtime, which keeps the state.
    ("StatefulUniformFullInt", stateless_random_uniform_full_int),
];

fn stateless_random_uniform_full_int(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.output_types[0].dtype,
        [i32, i64, u32, u64],
        T => Ok(stateless(UniformFullInt::<T>(PhantomData))),
        else Err(unsupported(node))
    )
}
