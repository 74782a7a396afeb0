//! UpperBound: for each value the place of the first element of its sorted row that is greater than it.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::lower_bound::kernel;
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("UpperBound", upper_bound)];

fn upper_bound(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.input_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64],
        T => kernel::<T>(node, |element, value| element <= value),
        else Err(unsupported(node))
    )
}
