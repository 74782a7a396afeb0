//! ScatterMin: `ref[index] = min(ref[index], update)`, one index after the other. What is no number
//! changes nothing and stays.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::scatter::{scatter, updates_type};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ScatterMin", scatter_min), ("ResourceScatterMin", scatter_min)];

fn scatter_min(node: &Node) -> Result<Kernel> {
    dispatch!(
        updates_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64],
        T => scatter::<T>(node, |element, update| if update < *element { *element = update }),
        else Err(unsupported(node))
    )
}
