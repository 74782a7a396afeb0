//! ScatterNdAdd: `ref[index..] += update`, one row of indices after the other.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::scatter_nd::{scatter_nd, updates_type};
use crate::{Build, Kernel, dispatch::dispatch, math::number::Number, unsupported};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("ScatterNdAdd", scatter_nd_add), ("ResourceScatterNdAdd", scatter_nd_add)];

fn scatter_nd_add(node: &Node) -> Result<Kernel> {
    dispatch!(
        updates_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => scatter_nd::<T>(node, |element, update| *element = element.add(update)),
        else Err(unsupported(node))
    )
}
