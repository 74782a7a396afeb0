//! Convolution of each channel with filters of its own, and its gradients.
//!
//! ```text
//! output[b, i, j, k m + q] = sum(input[b, i s + r d - p, j s + c d - p, k] filter[r, c, k, q])
//!
//! shape     input [b, h, w, k], filter [r, c, k, m] -> [b, h', w', k m] (or all images with their channels second)
//! ```

use rayon::prelude::*;
use regatta_graph::{AttrsExt, Node};
use regatta_status::{Code, Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::{
    channelwise::Channelwise,
    conv2d::image_sizes,
    layout::{channels_last, in_layout},
    wide::computed_wide,
    window::{Axis, Moves},
};
use crate::{
    Build, Kernel,
    array::elements::{copies, ints, room_for},
    math::{
        number::Float,
        output::{input_type, take},
        vector::widest,
    },
};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("DepthwiseConv2dNative", depthwise),
    ("DepthwiseConv2dNativeBackpropInput", depthwise_backprop_input),
    ("DepthwiseConv2dNativeBackpropFilter", depthwise_backprop_filter),
];

/// Convolutions of fewer multiplications than this are not worth waking other threads for.
const PARALLEL_MIN: usize = 1 << 21;

fn depthwise(node: &Node) -> Result<Kernel> {
    let moves = moves(node)?;
    computed_wide!(node, input_type(node), [f32, f64], T, inputs => {
        let [images, filter] = take(inputs)?;
        convolve::<T>(&moves, images, &filter, |_| ())
    })
}

fn depthwise_backprop_input(node: &Node) -> Result<Kernel> {
    let moves = moves(node)?;
    computed_wide!(node, node.output_types[0].dtype, [f32, f64], T, inputs => backward_images::<T>(&moves, inputs))
}

fn depthwise_backprop_filter(node: &Node) -> Result<Kernel> {
    let moves = moves(node)?;
    computed_wide!(node, input_type(node), [f32, f64], T, inputs => backward_filter::<T>(&moves, inputs))
}

/// As of any convolution; strides over images or channels are an invalid argument here, as in TensorFlow.
fn moves(node: &Node) -> Result<Moves> {
    Moves::of_convolution(node).map_err(|error| match error.code {
        Code::Unimplemented if node.attrs.list("strides").is_ok_and(|strides| strides.ints.iter().any(|x| *x != 1)) => {
            invalid_argument(error.message)
        }
        _ => error,
    })
}

/// The sizes of a depthwise convolution.
#[derive(Clone, Copy)]
struct Depthwise {
    batch: usize,
    rows: Axis,
    columns: Axis,
    depth: usize,
    /// How many channels are made of each.
    multiplier: usize,
}

impl Depthwise {
    fn new(moves: &Moves, [batch, rows, columns, depth]: [usize; 4], filter: &Shape) -> Result<Depthwise> {
        let &[row_taps, column_taps, filter_depth, multiplier] = &filter[..] else {
            return Err(invalid_argument(format!("filter must be 4-dimensional: {filter}")));
        };
        if filter_depth != depth {
            return Err(invalid_argument(format!(
                "input and filter must have the same depth: {depth} vs {filter_depth}"
            )));
        }
        let [rows, columns] = moves.over([rows, columns], [row_taps, column_taps])?;
        Ok(Depthwise { batch, rows, columns, depth, multiplier })
    }

    fn output(&self) -> Result<Shape> {
        // Both factors are sizes of tensors, but of two different ones.
        let channels = self.depth.checked_mul(self.multiplier).ok_or_else(|| invalid_argument("too many channels"))?;
        Shape::new(&[self.batch, self.rows.output, self.columns.output, channels])
    }

    fn image(&self) -> usize {
        self.rows.input * self.columns.input * self.depth
    }

    fn result(&self) -> usize {
        self.rows.output * self.columns.output * self.channels()
    }

    /// Channels of the output.
    fn channels(&self) -> usize {
        self.depth * self.multiplier
    }

    fn is_shared(&self) -> bool {
        let work = self.result().saturating_mul(self.rows.taps * self.columns.taps).saturating_mul(self.batch);
        self.batch > 1 && work >= PARALLEL_MIN && rayon::current_num_threads() > 1
    }

    /// The same with one filter for each channel, if that is what it is.
    fn channelwise(&self) -> Option<Channelwise> {
        let Depthwise { rows, columns, depth, .. } = *self;
        (self.multiplier == 1).then_some(Channelwise { rows, columns, depth })
    }

    /// What makes the gradient of the images from that of the output, with the filter's last tap first.
    fn turned(&self) -> Option<Channelwise> {
        let Channelwise { rows, columns, depth } = self.channelwise()?;
        Some(Channelwise { rows: rows.turned()?, columns: columns.turned()?, depth })
    }

    /// Calls `visit` for every tap of every place of one image, with where the channels begin: in the output, in the
    /// image, in the filter.
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(usize, usize, usize)) {
        for i in 0..self.rows.output {
            let (row_taps, row) = self.rows.inside(i);
            for j in 0..self.columns.output {
                let (column_taps, column) = self.columns.inside(j);
                let place = (i * self.columns.output + j) * self.channels();
                for (r, row_tap) in row_taps.clone().enumerate() {
                    for (c, column_tap) in column_taps.clone().enumerate() {
                        let pixel =
                            (row + r * self.rows.dilation) * self.columns.input + column + c * self.columns.dilation;
                        let tap = row_tap * self.columns.taps + column_tap;
                        visit(place, pixel * self.depth, tap * self.channels());
                    }
                }
            }
        }
    }
}

/// The convolution, whose output is finished by a function.
pub(super) fn convolve<T: Float>(
    moves: &Moves,
    images: Tensor,
    filter: &Tensor,
    finish: impl Fn(&mut [T]) + Sync,
) -> Result<Tensor> {
    let sizes = moves.layout.sizes(images.shape(), "input")?;
    let sizes = Depthwise::new(moves, sizes, filter.shape())?;
    let shape = sizes.output()?;
    let images = channels_last::<T>(images, moves.layout)?;
    let mut output = copies(T::ZERO, shape.num_elements())?;
    let filter = filter.values::<T>()?;
    let add_up = |out: &mut [T], image: &[T]| {
        sizes.for_each(|place, pixel, tap| {
            let out = out[place..place + sizes.channels()].chunks_exact_mut(sizes.multiplier);
            let image = &image[pixel..pixel + sizes.depth];
            let filter = filter[tap..tap + sizes.channels()].chunks_exact(sizes.multiplier);
            for ((out, x), filter) in out.zip(image).zip(filter) {
                out.iter_mut().zip(filter).for_each(|(sum, w)| *sum = *sum + *x * *w);
            }
        });
    };
    let one = |(out, image): (&mut [T], &[T])| {
        match sizes.channelwise() {
            Some(channelwise) => channelwise.forward(image, filter, out),
            None => widest(
                #[inline(always)]
                || add_up(out, image),
            ),
        }
        finish(out);
    };
    if !output.is_empty() && images.num_elements() > 0 {
        let images = images.values::<T>()?;
        if sizes.is_shared() {
            output.par_chunks_mut(sizes.result()).zip(images.par_chunks(sizes.image())).for_each(one);
        } else {
            output.chunks_mut(sizes.result()).zip(images.chunks(sizes.image())).for_each(one);
        }
    }
    in_layout::<T>(Tensor::new(shape, output)?, moves.layout)
}

fn backward_images<T: Float>(moves: &Moves, inputs: Vec<Tensor>) -> Result<Tensor> {
    let [image_shape, filter, gradient] = take(inputs)?;
    if image_shape.num_elements() != 4 {
        return Err(invalid_argument("input_sizes must have four elements"));
    }
    let image_sizes = image_sizes(moves, &image_shape, &filter, &gradient)?;
    let sizes = Depthwise::new(moves, image_sizes, filter.shape())?;
    check_gradient(moves, &sizes, &gradient)?;
    let gradient = channels_last::<T>(gradient, moves.layout)?;
    let shape = Shape::new(&image_sizes)?;
    let mut images = copies(T::ZERO, shape.num_elements())?;
    let filter = filter.values::<T>()?;
    let turned = sizes.turned();
    let mut turned_filter = room_for(filter.len())?;
    if turned.is_some() {
        // Images may have no channels at all.
        filter.chunks_exact(sizes.depth.max(1)).rev().for_each(|tap| turned_filter.extend_from_slice(tap));
    }
    let add_up = |image: &mut [T], gradient: &[T]| {
        sizes.for_each(|place, pixel, tap| {
            let gradient = gradient[place..place + sizes.channels()].chunks_exact(sizes.multiplier);
            let image = &mut image[pixel..pixel + sizes.depth];
            let filter = filter[tap..tap + sizes.channels()].chunks_exact(sizes.multiplier);
            for ((sum, gradient), filter) in image.iter_mut().zip(gradient).zip(filter) {
                *sum = gradient.iter().zip(filter).fold(*sum, |sum, (g, w)| sum + *g * *w);
            }
        });
    };
    let one = |(image, gradient): (&mut [T], &[T])| match &turned {
        Some(turned) => turned.forward(gradient, &turned_filter, image),
        None => widest(
            #[inline(always)]
            || add_up(image, gradient),
        ),
    };
    if !images.is_empty() && gradient.num_elements() > 0 {
        let gradient = gradient.values::<T>()?;
        if sizes.is_shared() {
            images.par_chunks_mut(sizes.image()).zip(gradient.par_chunks(sizes.result())).for_each(one);
        } else {
            images.chunks_mut(sizes.image()).zip(gradient.chunks(sizes.result())).for_each(one);
        }
    }
    in_layout::<T>(Tensor::new(shape, images)?, moves.layout)
}

fn backward_filter<T: Float>(moves: &Moves, inputs: Vec<Tensor>) -> Result<Tensor> {
    let [images, filter_sizes, gradient] = take(inputs)?;
    if filter_sizes.shape().rank() != 1 || filter_sizes.num_elements() != 4 {
        return Err(invalid_argument("filter_sizes must have four elements"));
    }
    let filter = Shape::from_signed(&ints(&filter_sizes)?)?;
    let sizes = Depthwise::new(moves, moves.layout.sizes(images.shape(), "input")?, &filter)?;
    check_gradient(moves, &sizes, &gradient)?;
    let (images, gradient) = (channels_last::<T>(images, moves.layout)?, channels_last::<T>(gradient, moves.layout)?);
    let mut sums = copies(T::ZERO, filter.num_elements())?;
    if images.num_elements() > 0 && gradient.num_elements() > 0 {
        let add_up = |sums: &mut [T], image: &[T], gradient: &[T]| {
            sizes.for_each(|place, pixel, tap| {
                let gradient = gradient[place..place + sizes.channels()].chunks_exact(sizes.multiplier);
                let image = &image[pixel..pixel + sizes.depth];
                let sums = sums[tap..tap + sizes.channels()].chunks_exact_mut(sizes.multiplier);
                for ((sums, x), gradient) in sums.zip(image).zip(gradient) {
                    sums.iter_mut().zip(gradient).for_each(|(sum, g)| *sum = *sum + *g * *x);
                }
            });
        };
        let images = images.values::<T>()?.chunks(sizes.image());
        for (image, gradient) in images.zip(gradient.values::<T>()?.chunks(sizes.result())) {
            match sizes.channelwise() {
                Some(channelwise) => {
                    for (tap, sums) in sums.chunks_mut(sizes.depth).enumerate() {
                        let taps = [tap / sizes.columns.taps, tap % sizes.columns.taps];
                        channelwise.add_to_filter(taps, image, gradient, sums);
                    }
                }
                None => widest(
                    #[inline(always)]
                    || add_up(&mut sums, image, gradient),
                ),
            }
        }
    }
    Tensor::new(filter, sums)
}

/// Refuses a gradient that is not of the convolution's output.
fn check_gradient(moves: &Moves, sizes: &Depthwise, gradient: &Tensor) -> Result<()> {
    let expected = sizes.output()?;
    let given = moves.layout.sizes(gradient.shape(), "out_backprop")?;
    if given[..] == expected[..] {
        return Ok(());
    }
    Err(invalid_argument(format!(
        "Size of out_backprop doesn't match computed: actual = {given:?}, computed = {expected}"
    )))
}
