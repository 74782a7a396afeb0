//! `Pow`: `z = x^y`. Whole numbers wrap around, and refuse a negative exponent.

use regatta_graph::Node;
use regatta_status::{Result, Status, invalid_argument};
use regatta_tensor::{Complex, bf16, f16};

use super::{
    binary::{checked, pairwise, real_pairwise},
    number::Integer,
    output::input_type,
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Pow", pow)];

fn pow(node: &Node) -> Result<Kernel> {
    real_pairwise!(
        node,
        [f32, f64, f16, bf16],
        (x, y) => x.powf(y),
        else pairwise!(
            node,
            [Complex<f32>, Complex<f64>],
            // As `exp(y ln x)` has it: zero to the power of zero is not a number.
            T => |x: T, y: T| match (x == T::ZERO, y == T::ZERO) {
                (true, true) => T::new(f32::NAN.into(), f32::NAN.into()),
                (true, false) => x,
                _ => x.powc(y),
            },
            else dispatch!(
                input_type(node),
                [i32, i64, i8, i16],
                T => Ok(checked::<T>(|y| y < 0, negative_exponent, Integer::power)),
                else Err(unsupported(node))
            )
        )
    )
}

fn negative_exponent() -> Status {
    invalid_argument("Integers to negative integer powers are not allowed")
}
