//! CropAndResize: boxes of images, each brought to one size; and its two ways back, to the images and to the boxes.
//!
//! A box is `[y1, x1, y2, x2]`, from 0 to 1 over the image. Its corners lie upon the corner pixels of the crop. What lies
//! outside of the image gets a value of its own.

use half::f16;
use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument, out_of_range};
use regatta_tensor::{Shape, Tensor};

use super::pixels::{RealSample, Sample, batch_of};
use crate::{
    Build, Kernel,
    array::elements::{copies, room_for, take},
    dispatch::dispatch,
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("CropAndResize", crop_and_resize),
    ("CropAndResizeGradBoxes", crop_and_resize_grad_boxes),
    ("CropAndResizeGradImage", crop_and_resize_grad_image),
];

#[derive(Clone, Copy, PartialEq)]
enum Method {
    Bilinear,
    Nearest,
}

impl Method {
    fn of(node: &Node) -> Result<Method> {
        match node.attrs.str("method")? {
            "bilinear" => Ok(Method::Bilinear),
            "nearest" => Ok(Method::Nearest),
            other => Err(invalid_argument(format!("method must be 'bilinear' or 'nearest', got {other}"))),
        }
    }
}

/// Boxes, and which image each belongs to.
struct Boxes<'a> {
    edges: &'a [f32],
    images: Vec<usize>,
}

impl<'a> Boxes<'a> {
    fn new(boxes: &'a Tensor, images: &Tensor, batch: usize) -> Result<Boxes<'a>> {
        if boxes.shape().is_empty() && images.num_elements() == 0 {
            return Ok(Boxes { edges: &[], images: Vec::new() });
        }
        let [count, 4] = boxes.shape()[..] else {
            return Err(invalid_argument(format!("boxes must have shape [num_boxes, 4], got {}", boxes.shape())));
        };
        if images.shape()[..] != [count] {
            return Err(invalid_argument(format!(
                "box_index has incompatible shape: {} for {count} boxes",
                images.shape()
            )));
        }
        let mut indices = room_for(count)?;
        for index in images.values::<i32>()? {
            let index = usize::try_from(*index).ok().filter(|index| *index < batch);
            indices.push(index.ok_or_else(|| out_of_range("box_index has values outside [0, batch_size)"))?);
        }
        Ok(Boxes { edges: boxes.values::<f32>()?, images: indices })
    }

    /// Each box: its image, its first and last row, its first and last column.
    fn iter(&self) -> impl Iterator<Item = (usize, [f32; 2], [f32; 2])> {
        let sides = self.edges.chunks_exact(4);
        self.images.iter().zip(sides).map(|(image, edge)| (*image, [edge[0], edge[2]], [edge[1], edge[3]]))
    }
}

/// Where a crop's rows (or columns) lie in the image; `None` for those outside of it.
fn places(from: usize, to: usize, [first, last]: [f32; 2]) -> Result<Vec<Option<f32>>> {
    let end = from as f32 - 1.0;
    let step = if to > 1 { (last - first) * end / (to - 1) as f32 } else { 0.0 };
    let mut places = room_for(to)?;
    for k in 0..to {
        let at = if to > 1 { first * end + k as f32 * step } else { 0.5 * (first + last) * end };
        // A place that is no number is outside too.
        places.push((0.0..=end).contains(&at).then_some(at));
    }
    Ok(places)
}

/// The two pixels around a place and how far it is from the first.
fn around(at: f32) -> (usize, usize, f32) {
    (at.floor() as usize, at.ceil() as usize, at - at.floor())
}

fn crop_and_resize(node: &Node) -> Result<Kernel> {
    dispatch!(node.input_types[0].dtype, [u8, u16, i8, i16, i32, i64, f16, f32, f64],
        T => crops::<T>(node), else Err(unsupported(node)))
}

fn crops<T: Sample>(node: &Node) -> Result<Kernel> {
    let (method, outside) = (Method::of(node)?, node.attrs.float("extrapolation_value")?);
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [images, boxes, box_images, size] = take(inputs)?;
        let [batch, height, width, channels] = batch_of(images.shape(), "input image")?;
        if height == 0 || width == 0 {
            return Err(invalid_argument("image dimensions must be positive"));
        }
        let boxes = Boxes::new(&boxes, &box_images, batch)?;
        let [rows, columns] = crop_size(&size)?;
        let shape = Shape::new(&[boxes.images.len(), rows, columns, channels])?;
        let (values, image_size) = (images.values::<T>()?, height * width * channels);
        let mut crops: Vec<f32> = room_for(shape.num_elements())?;
        for (image, ys, xs) in boxes.iter() {
            let image = &values[image * image_size..(image + 1) * image_size];
            let at = |row: usize, column: usize| (row * width + column) * channels;
            let xs = places(width, columns, xs)?;
            for y in places(height, rows, ys)? {
                for x in &xs {
                    let (Some(y), Some(x)) = (y, *x) else {
                        crops.extend(std::iter::repeat_n(outside, channels));
                        continue;
                    };
                    if method == Method::Nearest {
                        let from = at(y.round() as usize, x.round() as usize);
                        crops.extend(image[from..from + channels].iter().map(|x| x.to_f32()));
                        continue;
                    }
                    let ((top, bottom, y), (left, right, x)) = (around(y), around(x));
                    let corners = [at(top, left), at(top, right), at(bottom, left), at(bottom, right)];
                    for channel in 0..channels {
                        let [a, b, c, d] = corners.map(|corner| image[corner + channel].to_f32());
                        let (top, bottom) = (a + (b - a) * x, c + (d - c) * x);
                        crops.push(top + (bottom - top) * y);
                    }
                }
            }
        }
        Ok(vec![Tensor::new(shape, crops)?])
    })))
}

fn crop_size(size: &Tensor) -> Result<[usize; 2]> {
    let refuse = || invalid_argument(format!("crop_size must have two elements, got shape {}", size.shape()));
    if size.shape().rank() != 1 {
        return Err(refuse());
    }
    let &[height, width] = size.values::<i32>()? else { return Err(refuse()) };
    match (usize::try_from(height), usize::try_from(width)) {
        (Ok(height), Ok(width)) if height > 0 && width > 0 => Ok([height, width]),
        _ => Err(invalid_argument(format!("crop dimensions must be positive, got {height} and {width}"))),
    }
}

fn crop_and_resize_grad_image(node: &Node) -> Result<Kernel> {
    dispatch!(node.attrs.dtype("T")?, [f32, f16, f64], T => grads_of_images::<T>(node), else Err(unsupported(node)))
}

fn grads_of_images<T: RealSample>(node: &Node) -> Result<Kernel> {
    let method = Method::of(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [grads, boxes, box_images, size] = take(inputs)?;
        let [count, rows, columns, channels] = batch_of(grads.shape(), "grads image")?;
        if rows == 0 || columns == 0 {
            return Err(invalid_argument("grads dimensions must be positive"));
        }
        if size.shape()[..] != [4] {
            return Err(invalid_argument(format!(
                "image_size must be a vector of four elements, got {}",
                size.shape()
            )));
        }
        let shape = Shape::from_signed(&size.values::<i32>()?.iter().map(|&n| n.into()).collect::<Vec<i64>>())?;
        let [batch, height, width, depth] = batch_of(&shape, "image_size")?;
        if height == 0 || width == 0 {
            return Err(invalid_argument("image dimensions must be positive"));
        }
        let boxes = Boxes::new(&boxes, &box_images, batch)?;
        if boxes.images.len() != count || depth != channels {
            return Err(invalid_argument("grads must have as many crops as there are boxes, and the image's channels"));
        }
        let mut result = copies(T::from_f32(0.0), shape.num_elements())?;
        let image_size = height * width * depth;
        let mut pixels = grads.values::<f32>()?.chunks_exact(depth.max(1));
        for (image, ys, xs) in boxes.iter() {
            let image = &mut result[image * image_size..(image + 1) * image_size];
            let xs = places(width, columns, xs)?;
            for y in places(height, rows, ys)? {
                for (x, grad) in xs.iter().zip(&mut pixels) {
                    let (Some(y), Some(x)) = (y, *x) else { continue };
                    let mut add = |row: usize, column: usize, share: f32| {
                        let at = (row * width + column) * depth;
                        for (target, grad) in image[at..at + depth].iter_mut().zip(grad) {
                            *target = target.add(share * grad);
                        }
                    };
                    if method == Method::Nearest {
                        add(y.round() as usize, x.round() as usize, 1.0);
                        continue;
                    }
                    let ((top, bottom, y), (left, right, x)) = (around(y), around(x));
                    add(top, left, (1.0 - y) * (1.0 - x));
                    add(top, right, (1.0 - y) * x);
                    add(bottom, left, y * (1.0 - x));
                    add(bottom, right, y * x);
                }
            }
        }
        Ok(vec![Tensor::new(shape, result)?])
    })))
}

fn crop_and_resize_grad_boxes(node: &Node) -> Result<Kernel> {
    dispatch!(node.input_types[1].dtype, [u8, u16, i8, i16, i32, i64, f16, f32, f64],
        T => grads_of_boxes::<T>(node), else Err(unsupported(node)))
}

/// How the crop changes when an edge moves: the image's slope at each place, times how far the place moves with the edge.
fn grads_of_boxes<T: Sample>(node: &Node) -> Result<Kernel> {
    if Method::of(node)? != Method::Bilinear {
        return Err(invalid_argument("method must be 'bilinear'"));
    }
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [grads, images, boxes, box_images] = take(inputs)?;
        let [count, rows, columns, depth] = batch_of(grads.shape(), "grads image")?;
        let [batch, height, width, channels] = batch_of(images.shape(), "input image")?;
        if rows == 0 || columns == 0 || height == 0 || width == 0 {
            return Err(invalid_argument("grads and image dimensions must be positive"));
        }
        if depth != channels {
            return Err(invalid_argument("image, grads depth differ"));
        }
        let boxes = Boxes::new(&boxes, &box_images, batch)?;
        if boxes.images.len() != count {
            return Err(invalid_argument("grads must have as many crops as there are boxes"));
        }
        let (values, image_size) = (images.values::<T>()?, height * width * depth);
        let mut pixels = grads.values::<f32>()?.chunks_exact(depth.max(1));
        let mut result: Vec<f32> = room_for(count * 4)?;
        // How far the place of row (or column) k moves with the first and the last edge.
        let moves = |from: usize, to: usize, k: usize| -> [f32; 2] {
            let end = from as f32 - 1.0;
            if to <= 1 {
                return [0.5 * end; 2];
            }
            let ratio = end / (to - 1) as f32;
            [end - k as f32 * ratio, k as f32 * ratio]
        };
        for (image, ys, xs) in boxes.iter() {
            let image = &values[image * image_size..(image + 1) * image_size];
            let (mut by_y, mut by_x) = ([0.0f32; 2], [0.0f32; 2]);
            let xs = places(width, columns, xs)?;
            for (row, y) in places(height, rows, ys)?.into_iter().enumerate() {
                for ((column, x), grad) in xs.iter().enumerate().zip(&mut pixels) {
                    let (Some(y), Some(x)) = (y, *x) else { continue };
                    let ((top, bottom, y), (left, right, x)) = (around(y), around(x));
                    let at = |row: usize, column: usize| (row * width + column) * depth;
                    let corners = [at(top, left), at(top, right), at(bottom, left), at(bottom, right)];
                    let (y_moves, x_moves) = (moves(height, rows, row), moves(width, columns, column));
                    for (channel, grad) in grad.iter().enumerate() {
                        let [a, b, c, d] = corners.map(|corner| image[corner + channel].to_f32());
                        let y_slope = ((1.0 - x) * (c - a) + x * (d - b)) * grad;
                        let x_slope = ((1.0 - y) * (b - a) + y * (d - c)) * grad;
                        for edge in 0..2 {
                            by_y[edge] += y_slope * y_moves[edge];
                            by_x[edge] += x_slope * x_moves[edge];
                        }
                    }
                }
            }
            result.extend([by_y[0], by_x[0], by_y[1], by_x[1]]);
        }
        Ok(vec![Tensor::new(Shape::new(&[count, 4])?, result)?])
    })))
}
