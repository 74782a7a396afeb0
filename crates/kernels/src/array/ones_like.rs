//! OnesLike: ones in the shape of the input.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, Tensor, bf16, f16};

use super::{
    elements::{by_unit, take},
    fill::filled,
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("OnesLike", ones_like)];

fn ones_like(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    let one = dispatch!(
        dtype,
        [f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, bool, Complex<f32>, Complex<f64>],
        T => Tensor::scalar(<T as One>::ONE),
        else return Err(unsupported(node))
    );
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [tensor] = take(inputs)?;
        let shape = tensor.shape().clone();
        Ok(vec![by_unit!(one.dtype(), U => filled::<U>(&one, shape))?])
    })))
}

/// What 1 is in each type.
trait One {
    const ONE: Self;
}

macro_rules! ones {
    ($($ty:ty = $one:expr,)*) => {$(impl One for $ty { const ONE: Self = $one; })*};
}

ones! {
    f32 = 1.0, f64 = 1.0, i8 = 1, i16 = 1, i32 = 1, i64 = 1, u8 = 1, u16 = 1, u32 = 1, u64 = 1, bool = true,
    f16 = f16::ONE, bf16 = bf16::ONE, Complex<f32> = Complex::new(1.0, 0.0), Complex<f64> = Complex::new(1.0, 0.0),
}
