//! `Add`: `z = x + y`; strings are joined.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, DType, Tensor, bf16, f16};

use super::{
    binary::pairwise,
    broadcast::Broadcast,
    number::Number,
    output::{compute, input_type, room},
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Add", add), ("AddV2", add)];

fn add(node: &Node) -> Result<Kernel> {
    if input_type(node) == DType::String {
        return Ok(compute(|[x, y]| join_strings(&x, &y)));
    }
    pairwise!(node, [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>], T => Number::add)
}

fn join_strings(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    let plan = Broadcast::new(x.shape(), y.shape())?;
    let room = room(&plan.shape, DType::String)?;
    let joined = plan.map(x.as_strings()?, y.as_strings()?, room, |x, y| [x.as_slice(), y.as_slice()].concat());
    Tensor::strings(plan.shape, joined)
}
