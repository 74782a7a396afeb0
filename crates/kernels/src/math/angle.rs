//! `Angle`: the angle in the complex plane.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, DType};

use super::{output::input_type, unary::converting};
use crate::{Build, Kernel, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Angle", angle)];

fn angle(node: &Node) -> Result<Kernel> {
    match input_type(node) {
        DType::Complex64 => Ok(converting::<Complex<f32>, f32>(|x| x.im.atan2(x.re))),
        DType::Complex128 => Ok(converting::<Complex<f64>, f64>(|x| x.im.atan2(x.re))),
        _ => Err(unsupported(node)),
    }
}
