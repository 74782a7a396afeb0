//! TruncatedNormal: numbers of the normal distribution, none of them further than 2 from zero.

use std::marker::PhantomData;

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::{distribution::TruncatedNormal, stream::shaped};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("TruncatedNormal", truncated_normal)];

fn truncated_normal(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16],
        T => shaped(node, TruncatedNormal::<T>(PhantomData)),
        else Err(unsupported(node))
    )
}
