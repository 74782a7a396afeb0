//! RandomUniform: numbers in `[0, 1)`, evenly spread.

use std::marker::PhantomData;

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::{distribution::Uniform, stream::shaped};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("RandomUniform", random_uniform)];

fn random_uniform(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16],
        T => shaped(node, Uniform::<T>(PhantomData)),
        else Err(unsupported(node))
    )
}
