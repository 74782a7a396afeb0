//! Each channel divided by a power of what its neighbours hold, and the gradient: LRN, LRNGrad.
//!
//! ```text
//! norm[c] = bias + alpha sum(input[k]^2 for |k - c| <= depth_radius)
//! LRN       output[c] = input[c] norm[c]^-beta
//! LRNGrad   output[c] = dy[c] norm[c]^-beta - 2 alpha beta input[c] sum(dy[k] y[k] / norm[k] for |k - c| <= depth_radius)
//!
//! shape     input [b, h, w, c] -> [b, h, w, c]
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use super::wide::computed_wide;
use crate::{
    Build, Kernel,
    array::elements::{copies, room_for},
    math::output::{input_type, take},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("LRN", lrn), ("LRNGrad", lrn_grad)];

#[derive(Clone, Copy)]
struct Norm {
    radius: usize,
    bias: f32,
    alpha: f32,
    beta: f32,
}

impl Norm {
    fn of(node: &Node) -> Result<Norm> {
        let radius = node.attrs.int("depth_radius")?;
        let radius = i32::try_from(radius)
            .ok()
            .and_then(|radius| usize::try_from(radius).ok())
            .ok_or_else(|| invalid_argument(format!("depth_radius = {radius} is negative or too large")))?;
        let number = |name: &str| node.attrs.float(name);
        Ok(Norm { radius, bias: number("bias")?, alpha: number("alpha")?, beta: number("beta")? })
    }

    /// The norms of a pixel's channels.
    fn norms(&self, channels: &[f32], room: &mut [f32]) {
        sums_of_neighbours(self.radius, |k| f64::from(channels[k]).powi(2), room);
        room.iter_mut().for_each(|norm| *norm = self.bias + self.alpha * *norm);
    }
}

/// For every place the sum of `value` at the places that are not farther than the radius, as it slides along.
fn sums_of_neighbours(radius: usize, value: impl Fn(usize) -> f64, sums: &mut [f32]) {
    let count = sums.len();
    let finite = (0..count).all(|k| value(k).is_finite());
    if !finite {
        // What is not finite cannot be subtracted again.
        for (k, sum) in sums.iter_mut().enumerate() {
            let range = k.saturating_sub(radius)..k.saturating_add(radius).saturating_add(1).min(count);
            *sum = range.map(&value).sum::<f64>() as f32;
        }
        return;
    }
    let mut sum: f64 = (0..radius.min(count)).map(&value).sum();
    for (k, slot) in sums.iter_mut().enumerate() {
        if let Some(entering) = k.checked_add(radius).filter(|k| *k < count) {
            sum += value(entering);
        }
        if let Some(leaving) = k.checked_sub(radius + 1) {
            sum -= value(leaving);
        }
        *slot = sum as f32;
    }
}

fn lrn(node: &Node) -> Result<Kernel> {
    let norm = Norm::of(node)?;
    computed_wide!(node, input_type(node), [f32], _T, inputs => normalised(norm, inputs))
}

fn normalised(norm: Norm, inputs: Vec<Tensor>) -> Result<Tensor> {
    let [images] = take(inputs)?;
    let depth = depth(&images)?;
    let mut norms = copies(0f32, depth)?;
    let values = images.values::<f32>()?;
    let mut out = room_for(values.len())?;
    if depth > 0 {
        for pixel in values.chunks_exact(depth) {
            norm.norms(pixel, &mut norms);
            out.extend(pixel.iter().zip(&norms).map(|(x, n)| x * n.powf(-norm.beta)));
        }
    }
    Tensor::new(images.shape().clone(), out)
}

fn lrn_grad(node: &Node) -> Result<Kernel> {
    let norm = Norm::of(node)?;
    computed_wide!(node, input_type(node), [f32], _T, inputs => gradient(norm, inputs))
}

fn gradient(norm: Norm, inputs: Vec<Tensor>) -> Result<Tensor> {
    let [gradient, images, outputs] = take(inputs)?;
    let depth = depth(&gradient)?;
    if images.shape() != gradient.shape() || outputs.shape() != gradient.shape() {
        return Err(invalid_argument(format!(
            "input_grads, input_image, and out_image should have the same shape: {}, {}, {}",
            gradient.shape(),
            images.shape(),
            outputs.shape()
        )));
    }
    let (mut norms, mut sums) = (copies(0f32, depth)?, copies(0f32, depth)?);
    let mut out = room_for(gradient.num_elements())?;
    if depth > 0 {
        let (grads, xs, ys) = (gradient.values::<f32>()?, images.values::<f32>()?, outputs.values::<f32>()?);
        for ((dy, x), y) in grads.chunks_exact(depth).zip(xs.chunks_exact(depth)).zip(ys.chunks_exact(depth)) {
            norm.norms(x, &mut norms);
            sums_of_neighbours(norm.radius, |k| f64::from(dy[k] * y[k] / norms[k]), &mut sums);
            let factor = -2.0 * norm.alpha * norm.beta;
            let all = dy.iter().zip(x).zip(norms.iter().zip(&sums));
            out.extend(all.map(|((dy, x), (n, sum))| dy * n.powf(-norm.beta) + factor * x * sum));
        }
    }
    Tensor::new(gradient.shape().clone(), out)
}

fn depth(images: &Tensor) -> Result<usize> {
    match images.shape()[..] {
        [_, _, _, depth] => Ok(depth),
        _ => Err(invalid_argument(format!("in must be 4-dimensional, got {}", images.shape()))),
    }
}
