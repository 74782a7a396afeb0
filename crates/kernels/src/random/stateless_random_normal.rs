//! StatelessRandomNormal: numbers of the normal distribution, which follow from the seed.

use std::marker::PhantomData;

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::{distribution::Normal, stream::stateless};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("StatelessRandomNormal", stateless_random_normal),
    ("StatelessRandomNormalV2", stateless_random_normal),
    // Told key and counter by the runtime, which keeps the state.
    ("StatefulStandardNormalV2", stateless_random_normal),
];

fn stateless_random_normal(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16],
        T => Ok(stateless(Normal::<T>(PhantomData))),
        else Err(unsupported(node))
    )
}
