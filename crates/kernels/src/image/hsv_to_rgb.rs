//! HSVToRGB: hue, saturation and value as red, green and blue.

use half::{bf16, f16};
use num_traits::Float;
use regatta_graph::Node;
use regatta_status::{Result, failed_precondition};
use regatta_tensor::Element;

use super::pixels::each_pixel;
use crate::{Build, Kernel, array::elements::take, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("HSVToRGB", hsv_to_rgb)];

fn hsv_to_rgb(node: &Node) -> Result<Kernel> {
    dispatch!(node.input_types[0].dtype, [f32, f64, f16, bf16], T => Ok(converts::<T>()), else Err(unsupported(node)))
}

fn converts<T: Element + Float>() -> Kernel {
    Kernel::Compute(Box::new(|inputs| {
        let [images] = take(inputs)?;
        Ok(vec![each_pixel(&images, 1, failed_precondition, rgb::<T>)?])
    }))
}

/// Each colour is full in a third of the circle, and fades over a sixth on both sides of it.
fn rgb<T: Float>([hue, saturation, value]: [T; 3]) -> [T; 3] {
    let number = |x: f64| T::from(x).unwrap_or_else(T::zero);
    let turn = hue * number(6.0);
    let red = (turn - number(3.0)).abs() - T::one();
    let green = number(2.0) - (turn - number(2.0)).abs();
    let blue = number(2.0) - (turn - number(4.0)).abs();
    let white = T::one() - saturation;
    [red, green, blue].map(|share| (white + saturation * share.max(T::zero()).min(T::one())) * value)
}
