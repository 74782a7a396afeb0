//! ScatterNdMin: `ref[index..] = min(ref[index..], update)`, one row of indices after the other. What is no
//! number changes nothing and stays.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::scatter_nd::{scatter_nd, updates_type};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("ScatterNdMin", scatter_nd_min), ("ResourceScatterNdMin", scatter_nd_min)];

fn scatter_nd_min(node: &Node) -> Result<Kernel> {
    dispatch!(
        updates_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64],
        T => scatter_nd::<T>(node, |element, update| if update < *element { *element = update }),
        else Err(unsupported(node))
    )
}
