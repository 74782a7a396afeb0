//! ScatterDiv: `ref[index] /= update`, one index after the other. Whole numbers are cut towards zero, and are not divided
//! by zero.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, DType, bf16, f16};

use super::scatter::{scatter, scatter_checked, updates_type};
use crate::{Build, Kernel, dispatch::dispatch, math::number::Field, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ScatterDiv", scatter_div), ("ResourceScatterDiv", scatter_div)];

fn scatter_div(node: &Node) -> Result<Kernel> {
    macro_rules! whole {
        ($ty:ty) => {
            scatter_checked::<$ty>(
                node,
                |updates| match updates.contains(&0) {
                    true => Err(invalid_argument("Integer division by zero")),
                    false => Ok(()),
                },
                |element, update| *element = element.wrapping_div(update),
            )
        };
    }
    match updates_type(node) {
        DType::Int8 => whole!(i8),
        DType::Int16 => whole!(i16),
        DType::Int32 => whole!(i32),
        DType::Int64 => whole!(i64),
        DType::UInt8 => whole!(u8),
        DType::UInt16 => whole!(u16),
        DType::UInt32 => whole!(u32),
        DType::UInt64 => whole!(u64),
        other => dispatch!(
            other,
            [f32, f64, f16, bf16, Complex<f32>, Complex<f64>],
            T => scatter::<T>(node, |element, update| *element = element.div(update)),
            else Err(unsupported(node))
        ),
    }
}
