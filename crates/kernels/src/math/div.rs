//! `Div`: `z = x / y`, for whole numbers towards zero, where a divisor of zero is refused.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::{
    binary::{pairwise, whole_division},
    number::{Field, Integer},
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Div", div)];

fn div(node: &Node) -> Result<Kernel> {
    pairwise!(node, [f32, f64, f16, bf16, Complex<f32>, Complex<f64>], T => Field::div, else whole_division!(node, [i32, i64, i8, i16, u8, u16, u32, u64], T => Integer::truncate_div))
}
