//! ScatterNdNonAliasingAdd: a tensor to which blocks are added at the places that the indices name.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, DType, bf16, f16};

use super::scatter::changed;
use crate::{Build, Kernel, dispatch::dispatch, math::number::Number, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ScatterNdNonAliasingAdd", scatter_nd_non_aliasing_add)];

fn scatter_nd_non_aliasing_add(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    if dtype == DType::Bool {
        return changed::<bool>(node, |old, new| *old |= new);
    }
    dispatch!(
        dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => changed::<T>(node, |old, new| *old = old.add(*new)),
        else Err(unsupported(node))
    )
}
