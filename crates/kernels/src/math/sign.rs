//! `Sign`: -1, 0 or 1; for complex numbers `x / |x|`; NaN stays.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::DType;

use super::{
    output::input_type,
    unary::{analytic, elementwise},
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Sign", sign)];

fn sign(node: &Node) -> Result<Kernel> {
    match input_type(node) {
        DType::Int8 | DType::Int16 | DType::Int32 | DType::Int64 => {
            elementwise!(node, [i32, i64, i8, i16], T => |x: T| x.signum())
        }
        _ => analytic!(
            node,
            x => if x > 0.0 { 1.0 } else if x < 0.0 { -1.0 } else { x },
            if x == T::ZERO { x } else { x / x.norm() }
        ),
    }
}
