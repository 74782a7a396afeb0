//! ScatterDiv: `ref[index] /= update`, one index after the other. Whole numbers are cut towards zero. The op for handles
//! divides nothing by zero, and nor do whole numbers.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, DType, bf16, f16};

use super::scatter::{scatter_checked, updates_type};
use crate::{Build, Kernel, dispatch::dispatch, math::number::Field, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ScatterDiv", scatter_div), ("ResourceScatterDiv", scatter_div)];

fn scatter_div(node: &Node) -> Result<Kernel> {
    let by_handle = !node.input_types[0].is_ref;
    macro_rules! whole {
        ($ty:ty) => {
            scatter_checked::<$ty>(
                node,
                |updates| refuse_zeros(updates),
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
            T => scatter_checked::<T>(
                node,
                move |updates| if by_handle { refuse_zeros(updates) } else { Ok(()) },
                |element, update| *element = element.div(update),
            ),
            else Err(unsupported(node))
        ),
    }
}

fn refuse_zeros<T: Default + PartialEq>(updates: &[T]) -> Result<()> {
    match updates.contains(&T::default()) {
        true => Err(invalid_argument("updates must not contain 0")),
        false => Ok(()),
    }
}
