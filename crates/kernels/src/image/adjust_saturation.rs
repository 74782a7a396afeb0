//! AdjustSaturation: the saturation of every pixel multiplied, but at most full.

use half::f16;
use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};

use super::{
    pixels::{RealSample, each_pixel},
    rgb_to_hsv::hsv,
};
use crate::{Build, Kernel, array::elements::take, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("AdjustSaturation", adjust_saturation)];

fn adjust_saturation(node: &Node) -> Result<Kernel> {
    dispatch!(node.input_types[0].dtype, [f32, f16], T => Ok(adjusts::<T>()), else Err(unsupported(node)))
}

fn adjusts<T: RealSample>() -> Kernel {
    Kernel::Compute(Box::new(|inputs| {
        let [images, scale] = take(inputs)?;
        if scale.shape().rank() != 0 {
            return Err(invalid_argument(format!("scale must be scalar: {}", scale.shape())));
        }
        let scale = scale.single::<f32>()?;
        let change = |pixel: [T; 3]| {
            let [hue, saturation, value] = hsv(pixel.map(|x| x.to_f32()));
            rgb([hue, (saturation * scale).clamp(0.0, 1.0), value]).map(T::from_f32)
        };
        Ok(vec![each_pixel(&images, 3, invalid_argument, change)?])
    }))
}

/// The colour's share of a hue, by the sixth of the circle that it lies in.
fn rgb([hue, saturation, value]: [f32; 3]) -> [f32; 3] {
    let chroma = saturation * value;
    let white = value - chroma;
    let turn = hue * 6.0;
    let fading = chroma * (1.0 - (turn.rem_euclid(2.0) - 1.0).abs());
    let color = match turn as usize {
        0 => [chroma, fading, 0.0],
        1 => [fading, chroma, 0.0],
        2 => [0.0, chroma, fading],
        3 => [0.0, fading, chroma],
        4 => [fading, 0.0, chroma],
        5 => [chroma, 0.0, fading],
        _ => [0.0; 3],
    };
    color.map(|share| share + white)
}
