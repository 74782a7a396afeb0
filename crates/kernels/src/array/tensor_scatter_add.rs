//! TensorScatterAdd: a tensor to which blocks are added at the places that the indices name.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::scatter::changed;
use crate::{Build, Kernel, dispatch::dispatch, math::number::Number, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("TensorScatterAdd", tensor_scatter_add)];

fn tensor_scatter_add(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => changed::<T>(node, |old, new| *old = old.add(*new)),
        else Err(unsupported(node))
    )
}
