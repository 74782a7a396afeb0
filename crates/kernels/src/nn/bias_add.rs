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
        vector::widest,
    },
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("BiasAdd", bias_add), ("BiasAddV1", bias_add), ("BiasAddGrad", bias_add_grad)];

fn bias_add(node: &Node) -> Result<Kernel> {
    // The first version has no such attribute.
    let channels_first = node.attrs.contains_key("data_format") && node.attrs.str("data_format")? == "NCHW";
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
    if channel + 1 == shape.rank() {
        return add_to_rows::<T>(value, bias.values::<T>()?);
    }
    // The bias with a one for every dimension after the channels broadcasts to the right place.
    let mut sizes = vec![bias.num_elements()];
    sizes.resize(shape.rank() - channel, 1);
    let bias = bias.reshaped(Shape::new(&sizes)?)?;
    combine::<T>(value, bias, T::add)
}

/// How many rows are looked at as one: loops over rows of ten elements would never come to speed.
pub(super) fn joined_rows(channels: usize) -> usize {
    const ELEMENTS: usize = 512;
    (ELEMENTS / channels.max(1)).max(1)
}

/// Adds the biases to every row. They are repeated to a block of several rows first.
fn add_to_rows<T: Number>(mut value: Tensor, biases: &[T]) -> Result<Tensor> {
    if value.num_elements() == 0 {
        return Ok(value);
    }
    let block = biases.repeat(joined_rows(biases.len()));
    if let Some(values) = value.unique_mut::<T>()? {
        widest(
            #[inline(always)]
            || {
                for rows in values.chunks_mut(block.len()) {
                    rows.iter_mut().zip(&block).for_each(|(x, bias)| *x = x.add(*bias));
                }
            },
        );
        return Ok(value);
    }
    let mut out = allocate::<T>(value.shape())?;
    let values = value.values::<T>()?;
    widest(
        #[inline(always)]
        || {
            for rows in values.chunks(block.len()) {
                out.extend(rows.iter().zip(&block).map(|(x, bias)| x.add(*bias)));
            }
        },
    );
    Tensor::new(value.shape().clone(), out)
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
    let values = backprop.values::<T>()?;
    if values.is_empty() {
        out.resize(channels, T::ZERO);
    } else if inner == 1 {
        // Several rows are joined to one of several sums for each channel.
        let mut sums = vec![T::Sum::ZERO; channels * joined_rows(channels)];
        widest(
            #[inline(always)]
            || {
                let n = sums.len();
                let eights = values.chunks_exact(8 * n);
                let rest = eights.remainder();
                for eight in eights {
                    let row: [&[T]; 8] = std::array::from_fn(|k| &eight[k * n..(k + 1) * n]);
                    for (k, sum) in sums[..n].iter_mut().enumerate() {
                        *sum = sum.add(T::widen_eight(row.map(|row| row[k])));
                    }
                }
                for rows in rest.chunks(n) {
                    sums.iter_mut().zip(rows).for_each(|(sum, value)| *sum = sum.add(value.widen()));
                }
            },
        );
        out.extend((0..channels).map(|channel| {
            T::from_sum(sums[channel..].iter().step_by(channels).fold(T::Sum::ZERO, |total, sum| total.add(*sum)))
        }));
    } else {
        let mut sums = room::<T::Sum>(&out_shape, T::DTYPE)?;
        sums.resize(channels, T::Sum::ZERO);
        for (k, row) in values.chunks_exact(inner).enumerate() {
            let sum = row.iter().fold(T::Sum::ZERO, |sum, value| sum.add(value.widen()));
            sums[k % channels] = sums[k % channels].add(sum);
        }
        out.extend(sums.into_iter().map(T::from_sum));
    }
    Tensor::new(out_shape, out)
}
