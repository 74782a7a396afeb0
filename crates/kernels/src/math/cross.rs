//! `Cross`: the cross product of vectors in space.
//!
//! ```text
//! shape     a [.., 3], b [.., 3] -> [.., 3]
//! ```

use regatta_graph::Node;
use regatta_status::{Result, failed_precondition, invalid_argument};
use regatta_tensor::{Tensor, bf16, f16};

use super::{
    number::Number,
    output::{allocate, compute, input_type},
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Cross", cross)];

fn cross(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64],
        T => Ok(compute(|[a, b]| products::<T>(&a, &b))),
        else Err(unsupported(node))
    )
}

fn products<T: Number>(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    if a.shape() != b.shape() {
        return Err(invalid_argument(format!("Both inputs must be of same shape: {} vs. {}", a.shape(), b.shape())));
    }
    if a.shape().rank() == 0 {
        return Err(invalid_argument(format!("Input must be at least 1D: {}", a.shape())));
    }
    if a.shape().last() != Some(&3) {
        return Err(failed_precondition("Cross-products are only defined for 3-element vectors."));
    }
    let mut out = allocate::<T>(a.shape())?;
    let pairs = a.values::<T>()?.chunks_exact(3).zip(b.values::<T>()?.chunks_exact(3));
    for (a, b) in pairs {
        let minor = |i: usize, k: usize| a[i].mul(b[k]).sub(a[k].mul(b[i]));
        out.extend([minor(1, 2), minor(2, 0), minor(0, 1)]);
    }
    Tensor::new(a.shape().clone(), out)
}
