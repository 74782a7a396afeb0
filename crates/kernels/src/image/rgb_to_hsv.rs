//! RGBToHSV: red, green and blue as hue, saturation and value, each from 0 to 1.

use half::{bf16, f16};
use num_traits::Float;
use regatta_graph::Node;
use regatta_status::{Result, failed_precondition};
use regatta_tensor::Element;

use super::pixels::each_pixel;
use crate::{Build, Kernel, array::elements::take, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("RGBToHSV", rgb_to_hsv)];

fn rgb_to_hsv(node: &Node) -> Result<Kernel> {
    dispatch!(node.input_types[0].dtype, [f32, f64, f16, bf16], T => Ok(converts::<T>()), else Err(unsupported(node)))
}

fn converts<T: Element + Float>() -> Kernel {
    Kernel::Compute(Box::new(|inputs| {
        let [images] = take(inputs)?;
        Ok(vec![each_pixel(&images, 1, failed_precondition, hsv::<T>)?])
    }))
}

pub(super) fn hsv<T: Float>([r, g, b]: [T; 3]) -> [T; 3] {
    let number = |x: f64| T::from(x).unwrap_or_else(T::zero);
    let value = r.max(g).max(b);
    let range = value - r.min(g).min(b);
    let saturation = if value > T::zero() { range / value } else { T::zero() };
    if range <= T::zero() {
        return [T::zero(), saturation, value];
    }
    let norm = T::one() / (number(6.0) * range);
    let hue = if r == value {
        norm * (g - b)
    } else if g == value {
        norm * (b - r) + number(2.0 / 6.0)
    } else {
        norm * (r - g) + number(4.0 / 6.0)
    };
    [if hue < T::zero() { hue + T::one() } else { hue }, saturation, value]
}
