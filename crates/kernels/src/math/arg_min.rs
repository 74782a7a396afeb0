//! `ArgMin`: the index of the smallest element along one dimension; of equal ones the first. NaN is never the smallest.

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::{DType, bf16, f16};

use super::{
    arg_max::along,
    output::{compute, input_type},
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ArgMin", arg_min)];

fn arg_min(node: &Node) -> Result<Kernel> {
    let output_type = node.attrs.dtype("output_type")?;
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, bool],
        T => match output_type {
            DType::Int64 => Ok(compute(|[input, axis]| along::<T, i64>(&input, &axis, smaller, |i| i as i64))),
            DType::Int32 => Ok(compute(|[input, axis]| along::<T, i32>(&input, &axis, smaller, |i| i as i32))),
            _ => Err(unsupported(node)),
        },
        else Err(unsupported(node))
    )
}

fn smaller<T: PartialOrd>(x: T, y: T) -> bool {
    x < y
}
