//! `Cumprod`: the running products along one dimension.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::{number::Number, output::input_type, scan::scanning};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Cumprod", cumprod)];

fn cumprod(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => scanning::<T>(node, <T as Number>::ONE, <T as Number>::mul),
        else Err(unsupported(node))
    )
}
