//! A bias for every channel, and its gradient: BiasAdd, BiasAddV1, BiasAddGrad.
//!
//! ```text
//! BiasAdd      output = value + bias
//! BiasAddGrad  output = sum(out_backprop) over all dimensions but the channels
//!
//! shape     NHWC: value [.., c], bias [c]; NCHW: value [b, c, ..], bias [c]
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, Shape, Tensor, bf16, f16};

use crate::{
    Build, Kernel,
    dispatch::dispatch,
    math::{
        binary::combine,
        number::Number,
        output::{allocate, compute, input_type, room},
        reduce::Summed,
    },
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("BiasAdd", bias_add), ("BiasAddV1", bias_add), ("BiasAddGrad", bias_add_grad)];

fn bias_add(node: &Node) -> Result<Kernel> {
    // The first version has no such attribute.
    let channels_first = node.attrs.get("data_format").is_some() && node.attrs.str("data_format")? == "NCHW";
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => Ok(compute(move |[value, bias]| add_bias::<T>(value, bias, channels_first))),
        else Err(unsupported(node))
    )
}

fn add_bias<T: Number>(value: Tensor, bias: Tensor, channels_first: bool) -> Result<Tensor> {
    let shape = value.shape();
    if shape.rank() < 2 {
        return Err(invalid_argument(format!("Input tensor must be at least 2D: {shape}")));
    }
    if bias.shape().rank() != 1 {
        return Err(invalid_argument(format!("Biases must be 1D: {}", bias.shape())));
    }
    let channel = if channels_first { 1 } else { shape.rank() - 1 };
    if shape[channel] != bias.num_elements() {
        return Err(invalid_argument(format!(
            "Must provide as many biases as the last dimension of the input tensor: {} vs. {shape}",
            bias.shape()
        )));
    }
    // The bias with a one for every dimension after the channels broadcasts to the right place.
    let mut sizes = vec![bias.num_elements()];
    sizes.resize(shape.rank() - channel, 1);
    let bias = bias.reshaped(Shape::new(&sizes)?)?;
    combine::<T>(value, bias, T::add)
}

fn bias_add_grad(node: &Node) -> Result<Kernel> {
    let channels_first = node.attrs.str("data_format")? == "NCHW";
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => Ok(compute(move |[backprop]| sum_of_channels::<T>(&backprop, channels_first))),
        else Err(unsupported(node))
    )
}

fn sum_of_channels<T: Summed>(backprop: &Tensor, channels_first: bool) -> Result<Tensor> {
    let shape = backprop.shape();
    if shape.rank() < 2 {
        return Err(invalid_argument(format!("Input tensor must be at least 2D: {shape}")));
    }
    let channel = if channels_first { 1 } else { shape.rank() - 1 };
    let (channels, inner) = (shape[channel], shape[channel + 1..].iter().product::<usize>());
    let out_shape = Shape::new(&[channels])?;
    let mut out = allocate::<T>(&out_shape)?;
    let mut sums = room::<T::Sum>(&out_shape, T::DTYPE)?;
    sums.resize(channels, T::Sum::ZERO);
    let values = backprop.values::<T>()?;
    if !values.is_empty() && inner == 1 {
        for row in values.chunks_exact(channels) {
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum = sum.add(value.widen()));
        }
    } else if !values.is_empty() {
        for (k, row) in values.chunks_exact(inner).enumerate() {
            let sum = row.iter().fold(T::Sum::ZERO, |sum, value| sum.add(value.widen()));
            sums[k % channels] = sums[k % channels].add(sum);
        }
    }
    out.extend(sums.into_iter().map(T::from_sum));
    Tensor::new(out_shape, out)
}
