//! The mean of each window, and its gradient: AvgPool, AvgPoolGrad.
//!
//! ```text
//! AvgPool      output = sum(window of input) / elements of the window that lie in the image
//! AvgPoolGrad  each element of the gradient is shared out evenly among the elements of its window
//!
//! shape     input [b, h, w, c] -> [b, h', w', c]
//! ```

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::{
    max_pool::{Windows, over_images},
    wide::computed_wide,
    window::Pool,
};
use crate::{
    Build, Kernel,
    array::elements::{copies, ints},
    math::{
        number::Float,
        output::{input_type, take},
        vector::widest,
    },
};

pub(super) const KERNELS: &[(&str, Build)] = &[("AvgPool", avg_pool), ("AvgPoolGrad", avg_pool_grad)];

fn avg_pool(node: &Node) -> Result<Kernel> {
    let pool = Pool::of(node)?;
    computed_wide!(node, input_type(node), [f32, f64], T, inputs => means::<T>(&pool, inputs))
}

fn avg_pool_grad(node: &Node) -> Result<Kernel> {
    let pool = Pool::of(node)?;
    computed_wide!(node, node.output_types[0].dtype, [f32, f64], T, inputs => shares::<T>(&pool, inputs))
}

fn means<T: Float>(pool: &Pool, inputs: Vec<Tensor>) -> Result<Tensor> {
    let [input] = take(inputs)?;
    let pool = pool.not_depthwise("AvgPooling")?;
    let windows = Windows::new(&pool, input.shape(), "tensor_in")?;
    let shape = windows.output()?;
    let mut output = copies(T::ZERO, shape.num_elements())?;
    over_images(&windows, &mut output, windows.result(), input.values::<T>()?, windows.image(), |(out, image)| {
        widest(
            #[inline(always)]
            || {
                windows.for_each(|place, elements| {
                    let out = &mut out[place..place + windows.depth];
                    elements.for_each(|_, at| {
                        let element = &image[at..at + windows.depth];
                        out.iter_mut().zip(element).for_each(|(sum, x)| *sum = *sum + *x);
                    });
                    let count = T::of((elements.rows * elements.columns) as f64);
                    out.iter_mut().for_each(|sum| *sum = *sum / count);
                });
            },
        );
    });
    Tensor::new(shape, output)
}

fn shares<T: Float>(pool: &Pool, inputs: Vec<Tensor>) -> Result<Tensor> {
    let [sizes, gradient] = take(inputs)?;
    let pool = pool.not_depthwise("AvgPoolingGrad")?;
    if sizes.shape().rank() != 1 || sizes.num_elements() != 4 {
        return Err(invalid_argument("out_backprop must be 4-dimensional: orig_input_shape needs four sizes"));
    }
    let shape = Shape::from_signed(&ints(&sizes)?)?;
    let windows = Windows::new(&pool, &shape, "tensor_in")?;
    let expected = windows.output()?;
    if *gradient.shape() != expected {
        return Err(invalid_argument(format!("Expected grad shape to be {expected}, but got {}", gradient.shape())));
    }
    let mut sums = copies(T::ZERO, shape.num_elements())?;
    over_images(&windows, &mut sums, windows.image(), gradient.values::<T>()?, windows.result(), |(sums, gradient)| {
        widest(
            #[inline(always)]
            || {
                windows.for_each(|place, elements| {
                    let gradient = &gradient[place..place + windows.depth];
                    let share = T::of(1.0 / (elements.rows * elements.columns) as f64);
                    elements.for_each(|_, at| {
                        let sums = &mut sums[at..at + windows.depth];
                        sums.iter_mut().zip(gradient).for_each(|(sum, x)| *sum = *sum + *x * share);
                    });
                });
            },
        );
    });
    Tensor::new(shape, sums)
}
