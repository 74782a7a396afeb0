//! RandomStandardNormal: numbers of the normal distribution.

use std::marker::PhantomData;

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::{distribution::Normal, stream::shaped};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("RandomStandardNormal", random_standard_normal)];

fn random_standard_normal(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16],
        T => shaped(node, Normal::<T>(PhantomData)),
        else Err(unsupported(node))
    )
}
