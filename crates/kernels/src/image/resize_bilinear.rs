//! ResizeBilinear: images in another size, each pixel mixed of the four around its place; ResizeBilinearGrad: the way back.

use half::{bf16, f16};
use regatta_graph::Node;
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
    &[("ResizeBilinear", resize_bilinear), ("ResizeBilinearGrad", resize_bilinear_grad)];

fn resize_bilinear(node: &Node) -> Result<Kernel> {
    dispatch!(node.input_types[0].dtype, [u8, i8, u16, i16, i32, i64, f32, f64, f16, bf16],
        T => forward::<T>(node), else Err(unsupported(node)))
}

fn forward<T: Sample>(node: &Node) -> Result<Kernel> {
    let sampling = Sampling::of(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [images, size] = take(inputs)?;
        let resizing = Resizing::of(&images, &size)?;
        let Resizing { channels, height, width, rows, columns, .. } = resizing;
        let shape = resizing.resized()?;
        let values = images.values::<T>()?;
        let mut resized: Vec<f32> = room_for(shape.num_elements())?;
        if shape.num_elements() > 0 {
            let (ys, xs) = (sampling.between(height, rows)?, sampling.between(width, columns)?);
            for image in values.chunks_exact(height * width * channels) {
                for y in &ys {
                    for x in &xs {
                        let at = |row: usize, column: usize| (row * width + column) * channels;
                        let corners =
                            [at(y.lower, x.lower), at(y.lower, x.upper), at(y.upper, x.lower), at(y.upper, x.upper)];
                        for channel in 0..channels {
                            let [a, b, c, d] = corners.map(|corner| image[corner + channel].to_f32());
                            let (top, bottom) = (a + (b - a) * x.lerp, c + (d - c) * x.lerp);
                            resized.push(top + (bottom - top) * y.lerp);
                        }
                    }
                }
            }
        }
        Ok(vec![Tensor::new(shape, resized)?])
    })))
}

fn resize_bilinear_grad(node: &Node) -> Result<Kernel> {
    dispatch!(node.input_types[1].dtype, [f32, f64, f16, bf16], T => backward::<T>(node), else Err(unsupported(node)))
}

/// Every gradient goes to the four pixels that its pixel was mixed of, by as much as each had part in it.
fn backward<T: RealSample>(node: &Node) -> Result<Kernel> {
    let sampling = Sampling::of(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [grads, original] = take(inputs)?;
        let Resizing { channels, height, width, rows, columns, .. } = Resizing::back(&grads, &original)?;
        let shape = original.shape().clone();
        let mut result = copies(T::from_f32(0.0), shape.num_elements())?;
        if shape.num_elements() > 0 && grads.num_elements() > 0 {
            let (ys, xs) = (sampling.between(height, rows)?, sampling.between(width, columns)?);
            let images = result.chunks_exact_mut(height * width * channels);
            for (image, grads) in images.zip(grads.values::<f32>()?.chunks_exact(rows * columns * channels)) {
                let mut grads = grads.chunks_exact(channels);
                for y in &ys {
                    for (x, grad) in xs.iter().zip(&mut grads) {
                        for (row, y_share) in [(y.lower, 1.0 - y.lerp), (y.upper, y.lerp)] {
                            for (column, x_share) in [(x.lower, 1.0 - x.lerp), (x.upper, x.lerp)] {
                                let at = (row * width + column) * channels;
                                for (target, grad) in image[at..at + channels].iter_mut().zip(grad) {
                                    *target = target.add(grad * y_share * x_share);
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
