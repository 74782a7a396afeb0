//! `Abs`: `y = |x|`; the lowest whole number is its own.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{DType, bf16, f16};

use super::{
    output::input_type,
    unary::{elementwise, real},
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Abs", abs)];

fn abs(node: &Node) -> Result<Kernel> {
    match input_type(node) {
        DType::Int8 | DType::Int16 | DType::Int32 | DType::Int64 => {
            elementwise!(node, [i32, i64, i8, i16], T => |x: T| x.wrapping_abs())
        }
        _ => real!(node, [f32, f64, f16, bf16], x => x.abs()),
    }
}
