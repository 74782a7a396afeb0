//! ResizeBicubic: images in another size, each pixel mixed of the sixteen around its place; ResizeBicubicGrad: the way back.
//!
//! The weights are those of Keys' cubic convolution, read from a table of 1024 steps between two pixels as TensorFlow does.

use half::{bf16, f16};
use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::Tensor;

use super::{
    pixels::{RealSample, Resizing, Sample},
    sampling::Sampling,
};
use crate::{
    Build, Kernel,
    array::elements::{copies, room_for, take},
    dispatch::dispatch,
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("ResizeBicubic", resize_bicubic), ("ResizeBicubicGrad", resize_bicubic_grad)];

/// Places between two pixels that are told apart.
const STEPS: f32 = 1024.0;

/// Four pixels in a row, and what each adds.
struct Four {
    places: [usize; 4],
    weights: [f32; 4],
}

/// How much a pixel adds that is so far away, from 0 to 2.
fn weight(distance: f64, a: f64) -> f32 {
    let x = distance;
    (match x <= 1.0 {
        true => ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0,
        false => ((a * x - 5.0 * a) * x + 8.0 * a) * x - 4.0 * a,
    }) as f32
}

/// For each place of `to` the four of `from` around it. With half-pixel centres those outside of the image add nothing, and
/// the others share it; without, the edge stands for them.
fn around(sampling: Sampling, half_pixel_centers: bool, from: usize, to: usize) -> Result<Vec<Four>> {
    let a = if half_pixel_centers { -0.5 } else { -0.75 };
    let mut found = room_for(to)?;
    for at in sampling.places(from, to)? {
        let first = at.floor();
        let step = f64::from(((at - first) * STEPS).round_ties_even() / STEPS);
        let mut weights = [weight(1.0 + step, a), weight(step, a), weight(1.0 - step, a), weight(2.0 - step, a)];
        let wanted = [-1, 0, 1, 2].map(|k| first as i64 + k);
        let places = wanted.map(|place| place.clamp(0, from as i64 - 1));
        if half_pixel_centers {
            for k in 0..4 {
                if wanted[k] != places[k] {
                    weights[k] = 0.0;
                }
            }
            let sum: f32 = weights.iter().sum();
            if sum.abs() >= 1000.0 * f32::MIN_POSITIVE {
                weights = weights.map(|weight| weight / sum);
            }
        }
        found.push(Four { places: places.map(|place| place as usize), weights });
    }
    Ok(found)
}

fn resize_bicubic(node: &Node) -> Result<Kernel> {
    dispatch!(node.input_types[0].dtype, [u8, i8, u16, i16, i32, i64, f32, f64, f16, bf16],
        T => forward::<T>(node), else Err(unsupported(node)))
}

fn forward<T: Sample>(node: &Node) -> Result<Kernel> {
    let (sampling, half_pixel_centers) = (Sampling::of(node)?, node.attrs.bool("half_pixel_centers")?);
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [images, size] = take(inputs)?;
        let resizing = Resizing::of(&images, &size)?;
        let Resizing { channels, height, width, rows, columns, .. } = resizing;
        let shape = resizing.resized()?;
        let mut resized: Vec<f32> = room_for(shape.num_elements())?;
        if shape.num_elements() > 0 {
            let ys = around(sampling, half_pixel_centers, height, rows)?;
            let xs = around(sampling, half_pixel_centers, width, columns)?;
            for image in images.values::<T>()?.chunks_exact(height * width * channels) {
                for y in &ys {
                    for x in &xs {
                        for channel in 0..channels {
                            let mut sum = 0.0;
                            for (column, x_weight) in x.places.iter().zip(x.weights) {
                                let mut mixed = 0.0;
                                for (row, y_weight) in y.places.iter().zip(y.weights) {
                                    mixed += image[(row * width + column) * channels + channel].to_f32() * y_weight;
                                }
                                sum += mixed * x_weight;
                            }
                            resized.push(sum);
                        }
                    }
                }
            }
        }
        Ok(vec![Tensor::new(shape, resized)?])
    })))
}

fn resize_bicubic_grad(node: &Node) -> Result<Kernel> {
    dispatch!(node.input_types[1].dtype, [f32, f64], T => backward::<T>(node), else Err(unsupported(node)))
}

/// Every gradient goes to the sixteen pixels that its pixel was mixed of, by as much as each had part in it.
fn backward<T: RealSample>(node: &Node) -> Result<Kernel> {
    let (sampling, half_pixel_centers) = (Sampling::of(node)?, node.attrs.bool("half_pixel_centers")?);
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [grads, original] = take(inputs)?;
        let Resizing { channels, height, width, rows, columns, .. } = Resizing::back(&grads, &original)?;
        let shape = original.shape().clone();
        let mut result = copies(T::from_f32(0.0), shape.num_elements())?;
        if shape.num_elements() > 0 && grads.num_elements() > 0 {
            let ys = around(sampling, half_pixel_centers, height, rows)?;
            let xs = around(sampling, half_pixel_centers, width, columns)?;
            let images = result.chunks_exact_mut(height * width * channels);
            for (image, grads) in images.zip(grads.values::<f32>()?.chunks_exact(rows * columns * channels)) {
                let mut grads = grads.chunks_exact(channels);
                for y in &ys {
                    for (x, grad) in xs.iter().zip(&mut grads) {
                        for (row, y_weight) in y.places.iter().zip(y.weights) {
                            for (column, x_weight) in x.places.iter().zip(x.weights) {
                                let at = (row * width + column) * channels;
                                for (target, grad) in image[at..at + channels].iter_mut().zip(grad) {
                                    *target = target.add(grad * y_weight * x_weight);
                                }
                            }
                        }
                    }
                }
            }
        }
        Ok(vec![Tensor::new(shape, result)?])
    })))
}
