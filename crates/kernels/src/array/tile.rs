//! Tile: the input repeated `multiples[i]` times along each axis.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Shape;

use super::{
    elements::{ints, take},
    view::{View, copy_view, steps_of},
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Tile", tile)];

fn tile(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [tensor, multiples] = take(inputs)?;
        let shape = tensor.shape();
        if multiples.shape().rank() != 1 {
            return Err(invalid_argument(format!("Expected multiples to be 1-D, but got shape {}", multiples.shape())));
        }
        let multiples = ints(&multiples)?;
        if multiples.len() != shape.rank() {
            return Err(invalid_argument(format!(
                "Expected multiples argument to be a vector of length {} but got length {}",
                shape.rank(),
                multiples.len()
            )));
        }
        let mut sizes = Vec::with_capacity(shape.rank());
        for (i, (&size, &multiple)) in shape.iter().zip(&multiples).enumerate() {
            let Ok(times) = usize::try_from(multiple) else {
                return Err(invalid_argument(format!("Expected multiples[{i}] >= 0, but got {multiple}")));
            };
            let tiled = size.checked_mul(times).ok_or_else(|| {
                invalid_argument(format!("Encountered overflow when multiplying {size} with {times}"))
            })?;
            sizes.push(tiled);
        }
        let tiled = tiled_shape(&sizes)?;
        if multiples.iter().all(|&multiple| multiple == 1) {
            return Ok(vec![tensor]);
        }
        let mut view = View::at(0);
        for ((&size, &multiple), step) in shape.iter().zip(&multiples).zip(steps_of(shape)) {
            // Repeating is an axis that leads nowhere.
            view.push(multiple as usize, 0);
            view.push(size, step);
        }
        Ok(vec![copy_view(&tensor, &view, tiled)?])
    })))
}

/// A shape from sizes, refused in TensorFlow's words.
fn tiled_shape(sizes: &[usize]) -> Result<Shape> {
    let mut elements = 1i64;
    for &size in sizes {
        let size = size as i64;
        elements = elements.checked_mul(size).ok_or_else(|| {
            invalid_argument(format!(
                "Encountered overflow when multiplying {elements} with {size}, result: {}",
                elements.wrapping_mul(size)
            ))
        })?;
    }
    Shape::new(sizes)
}
