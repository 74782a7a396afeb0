//! A variable changed by a value: AssignAdd, AssignSub and their forms for resources.
//!
//! ```text
//! ref += value, ref -= value
//!
//! shape     ref [..], value [..]
//! ```

use rayon::prelude::*;
use regatta_graph::Node;
use regatta_status::{Result, Status, invalid_argument};
use regatta_tensor::{Complex, DType, Tensor, bf16, f16};

use super::update;
use crate::{Build, Kernel, dispatch::dispatch, math::number::Number, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("AssignAdd", assign_add),
    ("AssignAddVariableOp", assign_add),
    ("AssignSub", assign_sub),
    ("AssignSubVariableOp", assign_sub),
];

/// What one thread does at a time.
const PIECE: usize = 1 << 17;

fn assign_add(node: &Node) -> Result<Kernel> {
    dispatch!(
        value_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => Ok(assign::<T>(node, T::add)),
        else Err(unsupported(node))
    )
}

fn assign_sub(node: &Node) -> Result<Kernel> {
    dispatch!(
        value_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => Ok(assign::<T>(node, T::sub)),
        else Err(unsupported(node))
    )
}

/// The type of the value, which is also the variable's; a resource does not tell.
fn value_type(node: &Node) -> DType {
    node.input_types.get(1).map_or(DType::Variant, |edge| edge.dtype)
}

fn assign<T: Number>(node: &Node, f: impl Fn(T, T) -> T + Copy + Send + Sync + 'static) -> Kernel {
    let by_reference = node.input_types[0].is_ref;
    update(move |var, [value]| {
        if var.shape() != value.shape() {
            return Err(mismatch(var, &value, by_reference));
        }
        let pass = |(var, value): (&mut [T], &[T])| {
            var.iter_mut().zip(value).for_each(|(var, value)| *var = f(*var, *value));
        };
        let (var, value) = (var.make_mut::<T>()?, value.values::<T>()?);
        match var.len() > PIECE {
            true => var.par_chunks_mut(PIECE).zip(value.par_chunks(PIECE)).for_each(pass),
            false => pass((var, value)),
        }
        Ok(())
    })
}

fn mismatch(var: &Tensor, value: &Tensor, by_reference: bool) -> Status {
    invalid_argument(if by_reference {
        "Parameters and update must be the same size".to_owned()
    } else {
        format!(
            "Cannot update variable with shape {} using a Tensor with shape {}, shapes must be equal.",
            var.shape(),
            value.shape()
        )
    })
}
