//! AdjustContrastv2: each channel of each image drawn away from its mean, `(x - mean) * factor + mean`.

use half::f16;
use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use super::pixels::RealSample;
use crate::{
    Build, Kernel,
    array::elements::{copies, room_for, take},
    dispatch::dispatch,
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("AdjustContrastv2", adjust_contrast)];

fn adjust_contrast(node: &Node) -> Result<Kernel> {
    dispatch!(node.input_types[0].dtype, [f32, f16], T => Ok(adjusts::<T>()), else Err(unsupported(node)))
}

fn adjusts<T: RealSample>() -> Kernel {
    Kernel::Compute(Box::new(|inputs| {
        let [images, factor] = take(inputs)?;
        let [.., height, width, channels] = images.shape()[..] else {
            return Err(invalid_argument(format!("input must be at least 3-D, got shape{}", images.shape())));
        };
        if factor.shape().rank() != 0 {
            return Err(invalid_argument(format!("contrast_factor must be scalar: {}", factor.shape())));
        }
        let factor = factor.single::<f32>()?;
        let values = images.values::<T>()?;
        let mut adjusted = room_for(values.len())?;
        if !values.is_empty() {
            let count = (height * width) as f32;
            for image in values.chunks_exact(height * width * channels) {
                let mut sums = copies(0.0f32, channels)?;
                for pixel in image.chunks_exact(channels) {
                    sums.iter_mut().zip(pixel).for_each(|(sum, x)| *sum += x.to_f32());
                }
                let means: Vec<f32> = sums.into_iter().map(|sum| sum / count).collect();
                for pixel in image.chunks_exact(channels) {
                    let draw = |(x, mean): (&T, &f32)| T::from_f32((x.to_f32() - mean) * factor + mean);
                    adjusted.extend(pixel.iter().zip(&means).map(draw));
                }
            }
        }
        Ok(vec![Tensor::new(images.shape().clone(), adjusted)?])
    }))
}
