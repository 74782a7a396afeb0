//! ResizeNearestNeighbor: images in another size, each pixel the nearest one; ResizeNearestNeighborGrad: the way back.

use half::{bf16, f16};
use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Element, Shape, Tensor};

use super::{
    pixels::{Resizing, batch_of, size_of},
    sampling::Sampling,
};
use crate::{
    Build, Kernel,
    array::elements::{copies, room_for, take},
    dispatch::dispatch,
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("ResizeNearestNeighbor", resize_nearest_neighbor), ("ResizeNearestNeighborGrad", resize_nearest_neighbor_grad)];

fn resize_nearest_neighbor(node: &Node) -> Result<Kernel> {
    dispatch!(node.input_types[0].dtype, [u8, i8, u16, i16, i32, i64, f32, f64, f16, bf16],
        T => forward::<T>(node), else Err(unsupported(node)))
}

fn forward<T: Element>(node: &Node) -> Result<Kernel> {
    let sampling = Sampling::of(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [images, size] = take(inputs)?;
        let resizing = Resizing::of(&images, &size)?;
        let Resizing { channels, height, width, rows, columns, .. } = resizing;
        let shape = resizing.resized()?;
        let mut resized: Vec<T> = room_for(shape.num_elements())?;
        if shape.num_elements() > 0 {
            let (ys, xs) = (sampling.nearest(height, rows)?, sampling.nearest(width, columns)?);
            for image in images.values::<T>()?.chunks_exact(height * width * channels) {
                for y in &ys {
                    for x in &xs {
                        let at = (y * width + x) * channels;
                        resized.extend_from_slice(&image[at..at + channels]);
                    }
                }
            }
        }
        Ok(vec![Tensor::new(shape, resized)?])
    })))
}

fn resize_nearest_neighbor_grad(node: &Node) -> Result<Kernel> {
    macro_rules! backward {
        ($($type:ty: $add:expr),* $(,)?) => {
            match node.input_types[0].dtype {
                $(dtype if dtype == <$type as Element>::DTYPE => backward::<$type>(node, $add),)*
                _ => Err(unsupported(node)),
            }
        };
    }
    backward!(
        f32: |x, y| x + y,
        f64: |x, y| x + y,
        f16: |x, y| x + y,
        bf16: |x, y| x + y,
        i32: i32::wrapping_add,
        i8: i8::wrapping_add,
        u8: u8::wrapping_add,
    )
}

/// Every gradient goes to the pixel that its pixel was.
fn backward<T: Element + Default>(node: &Node, add: fn(T, T) -> T) -> Result<Kernel> {
    let sampling = Sampling::of(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [grads, size] = take(inputs)?;
        let [batch, rows, columns, channels] = batch_of(grads.shape(), "input")?;
        let [height, width] = size_of(&size)?;
        let shape = Shape::new(&[batch, height, width, channels])?;
        let mut result = copies(T::default(), shape.num_elements())?;
        if grads.num_elements() > 0 {
            let (ys, xs) = (sampling.nearest(height, rows)?, sampling.nearest(width, columns)?);
            let images = result.chunks_exact_mut(height * width * channels);
            for (image, grads) in images.zip(grads.values::<T>()?.chunks_exact(rows * columns * channels)) {
                let mut grads = grads.chunks_exact(channels);
                for y in &ys {
                    for (x, grad) in xs.iter().zip(&mut grads) {
                        let at = (y * width + x) * channels;
                        for (target, grad) in image[at..at + channels].iter_mut().zip(grad) {
                            *target = add(*target, *grad);
                        }
                    }
                }
            }
        }
        Ok(vec![Tensor::new(shape, result)?])
    })))
}
