//! `AddN`, `AccumulateNV2`: the sum of any number of tensors of one shape.
//!
//! ```text
//! shape     inputs [..] -> [..]
//! ```

use regatta_graph::Node;
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{Complex, Tensor, bf16, f16};

use super::{binary::combine, number::Number, output::input_type};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("AddN", add_n), ("AccumulateNV2", add_n)];

fn add_n(node: &Node) -> Result<Kernel> {
    let name = node.name.clone();
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => Ok(Kernel::Compute(Box::new(move |inputs| Ok(vec![sum::<T>(&name, inputs)?])))),
        else Err(unsupported(node))
    )
}

fn sum<T: Number>(name: &str, inputs: Vec<Tensor>) -> Result<Tensor> {
    let mut inputs = inputs.into_iter().enumerate();
    let Some((_, mut total)) = inputs.next() else { return Err(internal("AddN without inputs")) };
    for (k, input) in inputs {
        if input.shape() != total.shape() {
            return Err(invalid_argument(format!(
                "Inputs to operation {name} of type AddN must have the same size and shape.  Input 0: {} != input {k}: {}",
                total.shape(),
                input.shape()
            )));
        }
        total = combine(total, input, T::add)?;
    }
    Ok(total)
}
