//! The largest element of each window and where it lies, and the gradient: MaxPoolWithArgmax, MaxPoolGradWithArgmax.
//!
//! ```text
//! argmax    (row w + column) c + channel, plus the image's beginning if `include_batch_in_index`
//!
//! shape     input [b, h, w, c] -> output [b, h', w', c], argmax [b, h', w', c]
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Element, Tensor, bf16, f16};

use super::{
    max_pool::{Windows, find_largest},
    window::Pool,
};
use crate::{
    Build, Kernel,
    array::elements::{copies, ints, room_for},
    dispatch::dispatch,
    math::{
        number::{Number, Ordered},
        output::{compute, input_type, take},
    },
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("MaxPoolWithArgmax", max_pool_with_argmax), ("MaxPoolGradWithArgmax", max_pool_grad_with_argmax)];

fn max_pool_with_argmax(node: &Node) -> Result<Kernel> {
    let pool = Pool::of(node)?.not_depthwise("MaxPoolWithArgmax")?;
    let of_batch = node.attrs.bool("include_batch_in_index")?;
    let narrow = node.attrs.dtype("Targmax")? == DType::Int32;
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64],
        T => Ok(Kernel::Compute(Box::new(move |inputs| {
            let [input] = take(inputs)?;
            match narrow {
                true => maxima::<T, i32>(&pool, &input, of_batch, |place| place as i32),
                false => maxima::<T, i64>(&pool, &input, of_batch, |place| place as i64),
            }
        }))),
        else Err(unsupported(node))
    )
}

fn maxima<T: Number + Ordered, I: Element>(
    pool: &Pool,
    input: &Tensor,
    of_batch: bool,
    index: fn(usize) -> I,
) -> Result<Vec<Tensor>> {
    let windows = Windows::new(pool, input.shape(), "tensor_in")?;
    if input.num_elements() == 0 {
        return Err(invalid_argument(format!("tensor_in must not be empty: {}", input.shape())));
    }
    let shape = windows.output()?;
    let mut output = room_for::<T>(shape.num_elements())?;
    let mut argmax = room_for::<I>(shape.num_elements())?;
    let depth = windows.depth;
    let mut largest = copies(T::ZERO, depth)?;
    let mut winners = copies(0u32, depth)?;
    for (number, image) in input.values::<T>()?.chunks(windows.image()).enumerate() {
        let begin = if of_batch { number * windows.image() } else { 0 };
        windows.for_each(|_, elements| {
            find_largest(image, elements, &mut largest, &mut winners);
            output.extend_from_slice(&largest);
            argmax.extend(
                winners
                    .iter()
                    .enumerate()
                    .map(|(channel, winner)| index(begin + elements.numbered(*winner as usize) + channel)),
            );
        });
    }
    Ok(vec![Tensor::new(shape.clone(), output)?, Tensor::new(shape, argmax)?])
}

fn max_pool_grad_with_argmax(node: &Node) -> Result<Kernel> {
    let pool = Pool::of(node)?.not_depthwise("MaxPoolGradWithArgmax")?;
    let of_batch = node.attrs.bool("include_batch_in_index")?;
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64],
        T => Ok(compute(move |[input, gradient, argmax]| scattered::<T>(&pool, [&input, &gradient, &argmax], of_batch))),
        else Err(unsupported(node))
    )
}

fn scattered<T: Number>(pool: &Pool, [input, gradient, argmax]: [&Tensor; 3], of_batch: bool) -> Result<Tensor> {
    let windows = Windows::new(pool, input.shape(), "tensor_in")?;
    let shape = windows.output()?;
    for (name, tensor) in [("grad", gradient), ("argmax", argmax)] {
        if *tensor.shape() != shape {
            return Err(invalid_argument(format!("Expected {name} shape to be {shape}, but got {}", tensor.shape())));
        }
    }
    let mut sums = copies(T::ZERO, input.num_elements())?;
    let (image, result) = (windows.image(), windows.result());
    for (k, (gradient, place)) in gradient.values::<T>()?.iter().zip(ints(argmax)?).enumerate() {
        let begin = k / result * image;
        let at = if of_batch { place } else { place.saturating_add(begin as i64) };
        // An image's gradient stays in the image.
        let at = usize::try_from(at).ok().filter(|at| (begin..begin + image).contains(at)).ok_or_else(|| {
            invalid_argument(format!("argmax {place} of image {} is not in [0, {image}) of it", k / result))
        })?;
        sums[at] = sums[at].add(*gradient);
    }
    Tensor::new(input.shape().clone(), sums)
}
