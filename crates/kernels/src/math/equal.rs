//! `Equal`: whether both are the same.

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::{Complex, DType, Tensor, bf16, f16};

use super::{
    binary::compared,
    broadcast::Broadcast,
    output::{compute, input_type},
    unary::is_common,
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Equal", equal)];

fn equal(node: &Node) -> Result<Kernel> {
    equality(node, true)
}

/// Whether `x == y` is as `wanted`. Shapes that do not fit are an error, or (if the node says so) make the two unequal as a
/// whole.
pub(super) fn equality(node: &Node, wanted: bool) -> Result<Kernel> {
    let refuses = node.attrs.bool("incompatible_shape_error")?;
    let guard = move |x: &Tensor, y: &Tensor| !refuses && Broadcast::new(x.shape(), y.shape()).is_err();
    if input_type(node) == DType::String {
        return Ok(compute(move |[x, y]| {
            if guard(&x, &y) {
                return Ok(Tensor::scalar(!wanted));
            }
            let plan = Broadcast::new(x.shape(), y.shape())?;
            let equal = plan.map(x.as_strings()?, y.as_strings()?, plan.room()?, |x, y| (x == y) == wanted);
            Tensor::new(plan.shape, equal)
        }));
    }
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, bool, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => Ok(compute(move |[x, y]| {
            if guard(&x, &y) {
                return Ok(Tensor::scalar(!wanted));
            }
            if const { is_common(<T as regatta_tensor::Element>::DTYPE) } {
                return match wanted {
                    true => compared::<T>(&x, &y, |x, y| x == y),
                    false => compared::<T>(&x, &y, |x, y| x != y),
                };
            }
            compared::<T>(&x, &y, &|x: T, y: T| (x == y) == wanted as bool)
        })),
        else Err(unsupported(node))
    )
}
