//! ResizeArea: images in another size, each pixel the mean of the area that it covers.

use half::{bf16, f16};
use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::Tensor;

use super::pixels::{Resizing, Sample};
use crate::{
    Build, Kernel,
    array::elements::{room_for, take},
    dispatch::dispatch,
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("ResizeArea", resize_area)];

fn resize_area(node: &Node) -> Result<Kernel> {
    dispatch!(node.input_types[0].dtype, [u8, i8, u16, i16, i32, i64, f32, f64, f16, bf16],
        T => forward::<T>(node), else Err(unsupported(node)))
}

/// The pixels that a new pixel covers along one axis, each with how much of it.
type Covered = Vec<(usize, f32)>;

fn covered(from: usize, to: usize, align_corners: bool) -> Result<(Vec<Covered>, f32)> {
    let scale =
        if align_corners && to > 1 && from > 1 { (from - 1) as f32 / (to - 1) as f32 } else { from as f32 / to as f32 };
    let mut all = room_for(to)?;
    for k in 0..to {
        let (start, end) = (k as f32 * scale, (k + 1) as f32 * scale);
        let mut parts = Vec::new();
        for place in start.floor() as usize..end.ceil() as usize {
            let at = place as f32;
            // What lies beyond the edge is the edge again.
            parts.push((place.min(from - 1), (at + 1.0).min(end) - at.max(start)));
        }
        all.push(parts);
    }
    Ok((all, scale))
}

fn forward<T: Sample>(node: &Node) -> Result<Kernel> {
    let align_corners = node.attrs.bool("align_corners")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [images, size] = take(inputs)?;
        let resizing = Resizing::of(&images, &size)?;
        let Resizing { channels, height, width, rows, columns, .. } = resizing;
        let shape = resizing.resized()?;
        let mut resized: Vec<f32> = room_for(shape.num_elements())?;
        if shape.num_elements() > 0 {
            let (ys, y_scale) = covered(height, rows, align_corners)?;
            let (xs, x_scale) = covered(width, columns, align_corners)?;
            let share = 1.0 / (y_scale * x_scale);
            for image in images.values::<T>()?.chunks_exact(height * width * channels) {
                for y in &ys {
                    for x in &xs {
                        for channel in 0..channels {
                            let mut sum = 0.0;
                            for (row, y_part) in y {
                                for (column, x_part) in x {
                                    let sample = image[(row * width + column) * channels + channel].to_f32();
                                    sum += sample * y_part * x_part * share;
                                }
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
