//! StatelessTruncatedNormal: normal numbers, none further than 2 from zero, which follow from the seed.

use std::marker::PhantomData;

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::{distribution::TruncatedNormal, stream::stateless};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("StatelessTruncatedNormal", stateless_truncated_normal),
    ("StatelessTruncatedNormalV2", stateless_truncated_normal),
    // Told key and counter by the runtime, which keeps the state.
    ("StatefulTruncatedNormal", stateless_truncated_normal),
];

fn stateless_truncated_normal(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16],
        T => Ok(stateless(TruncatedNormal::<T>(PhantomData))),
        else Err(unsupported(node))
    )
}
