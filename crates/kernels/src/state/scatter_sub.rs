//! ScatterSub: `ref[index] -= update`, one index after the other.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::scatter::{scatter, updates_type};
use crate::{Build, Kernel, dispatch::dispatch, math::number::Number, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ScatterSub", scatter_sub), ("ResourceScatterSub", scatter_sub)];

fn scatter_sub(node: &Node) -> Result<Kernel> {
    dispatch!(
        updates_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => scatter::<T>(node, |element, update| *element = element.sub(update)),
        else Err(unsupported(node))
    )
}
