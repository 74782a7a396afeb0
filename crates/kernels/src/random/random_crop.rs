//! RandomCrop: a part of an image, at a random place.

use regatta_graph::Node;
use regatta_status::{Result, failed_precondition, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::{philox::Words, stream::Stream};
use crate::{
    Build, Kernel,
    array::elements::{Unit, by_unit, ints, room_for, take},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("RandomCrop", random_crop)];

fn random_crop(node: &Node) -> Result<Kernel> {
    let stream = Stream::new(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [image, size] = take(inputs)?;
        let (from, to) = sizes(&image, &size)?;
        if from == to {
            return Ok(vec![image]);
        }
        // A direction in which there is no choice takes no word.
        let mut words = Words::of(stream.take(1));
        let mut offset = |k: usize| match from[k] - to[k] {
            0 => 0,
            slack => words.draw() as usize % (slack + 1),
        };
        let (column, row) = (offset(1), offset(0));
        Ok(vec![by_unit!(image.dtype(), U => crop::<U>(&image, [row, column], to))?])
    })))
}

/// Rows, columns and channels of the image, and of what is taken of it.
fn sizes(image: &Tensor, size: &Tensor) -> Result<([usize; 3], [usize; 3])> {
    let Ok(from) = <[usize; 3]>::try_from(&image.shape()[..]) else {
        return Err(invalid_argument(format!("image must be a 3-D tensor, got shape {}", image.shape())));
    };
    let [rows, columns] = ints(size)?[..] else {
        return Err(invalid_argument(format!("size must be two numbers, got shape {}", size.shape())));
    };
    if size.shape().rank() != 1 {
        return Err(invalid_argument(format!("size must be a vector, got shape {}", size.shape())));
    }
    let shape = Shape::from_signed(&[rows, columns])?;
    for (name, k) in [("width", 1), ("height", 0)] {
        if from[k] < shape[k] {
            return Err(failed_precondition(format!(
                "{name} must be >= target_{name}: {name} = {}, target_{name} = {}",
                from[k], shape[k]
            )));
        }
    }
    Ok((from, [shape[0], shape[1], from[2]]))
}

fn crop<U: Unit>(image: &Tensor, [row, column]: [usize; 2], to: [usize; 3]) -> Result<Tensor> {
    let (source, shape) = (U::of(image)?, Shape::new(&to)?);
    let (width, depth) = (image.shape()[1], to[2]);
    let mut out = room_for(shape.num_elements())?;
    for k in row..row + to[0] {
        let first = (k * width + column) * depth;
        out.extend_from_slice(&source[first..first + to[1] * depth]);
    }
    U::into_tensor(image.dtype(), shape, out)
}
