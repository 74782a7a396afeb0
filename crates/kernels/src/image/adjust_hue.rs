//! AdjustHue: the hue of every pixel turned by a part of the circle.

use half::f16;
use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};

use super::pixels::{RealSample, each_pixel};
use crate::{Build, Kernel, array::elements::take, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("AdjustHue", adjust_hue)];

fn adjust_hue(node: &Node) -> Result<Kernel> {
    dispatch!(node.input_types[0].dtype, [f32, f16], T => Ok(turns::<T>()), else Err(unsupported(node)))
}

fn turns<T: RealSample>() -> Kernel {
    Kernel::Compute(Box::new(|inputs| {
        let [images, delta] = take(inputs)?;
        if delta.shape().rank() != 0 {
            return Err(invalid_argument(format!("delta must be scalar: {}", delta.shape())));
        }
        let delta = delta.single::<f32>()?;
        let turn = |pixel: [T; 3]| turned(pixel.map(|x| x.to_f32()), delta).map(T::from_f32);
        Ok(vec![each_pixel(&images, 3, invalid_argument, turn)?])
    }))
}

/// A sixth of the circle lies between two neighbours of red, yellow, green, cyan, blue and magenta.
fn turned([r, g, b]: [f32; 3], delta: f32) -> [f32; 3] {
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let hue = (hue_of([r, g, b]) + delta * 6.0).rem_euclid(6.0);
    let sixth = hue as usize;
    let ratio = hue - sixth as f32;
    let ratio = if sixth.is_multiple_of(2) { ratio } else { 1.0 - ratio };
    let middle = least + ratio * (most - least);
    match sixth {
        0 => [most, middle, least],
        1 => [middle, most, least],
        2 => [least, most, middle],
        3 => [least, middle, most],
        4 => [middle, least, most],
        _ => [most, least, middle],
    }
}

/// The hue in sixths of the circle; grey has that of red.
fn hue_of([r, g, b]: [f32; 3]) -> f32 {
    let (sixth, most, middle, least) = if r < g {
        if b < r {
            (1.0, g, r, b)
        } else if b > g {
            (3.0, b, g, r)
        } else {
            (2.0, g, b, r)
        }
    } else if b < g {
        (0.0, r, g, b)
    } else if b > r {
        (4.0, b, r, g)
    } else {
        (5.0, r, b, g)
    };
    if most == least {
        return 0.0;
    }
    let ratio = (middle - least) / (most - least);
    sixth + if sixth % 2.0 == 0.0 { ratio } else { 1.0 - ratio }
}
