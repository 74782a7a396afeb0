//! Greyscale dilation of images, and its gradients: Dilation2D, Dilation2DBackpropInput, Dilation2DBackpropFilter.
//!
//! ```text
//! Dilation2D                output[b, i, j, c] = max(input[b, i s + r d - p, j s + q d - p, c] + filter[r, q, c])
//! Dilation2DBackpropInput   what comes back goes to the element that was the largest
//! Dilation2DBackpropFilter  and to the tap that it was seen through
//!
//! shape     input [b, h, w, c], filter [r, q, c] -> [b, h', w', c]
//! ```
//!
//! What lies outside of the image does not count. Of equal sums the first wins; a sum that is not a number never does.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor, bf16, f16};

use super::window::{Axis, Layout, Moves};
use crate::{
    Build, Kernel,
    array::elements::{copies, room_for},
    dispatch::dispatch,
    math::{
        number::Number,
        output::{compute, input_type},
    },
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("Dilation2D", dilation2d),
    ("Dilation2DBackpropInput", dilation2d_backprop_input),
    ("Dilation2DBackpropFilter", dilation2d_backprop_filter),
];

fn dilation2d(node: &Node) -> Result<Kernel> {
    let moves = Moves::of_dilation(node)?;
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64],
        T => Ok(compute(move |[input, filter]| dilated::<T>(&moves, &input, &filter))),
        else Err(unsupported(node))
    )
}

fn dilation2d_backprop_input(node: &Node) -> Result<Kernel> {
    let moves = Moves::of_dilation(node)?;
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64],
        T => Ok(compute(move |[input, filter, gradient]| {
            let elements = input.num_elements();
            let sums = returned::<T>(&moves, [&input, &filter, &gradient], elements, |winner| winner.element)?;
            Tensor::new(input.shape().clone(), sums)
        })),
        else Err(unsupported(node))
    )
}

fn dilation2d_backprop_filter(node: &Node) -> Result<Kernel> {
    let moves = Moves::of_dilation(node)?;
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64],
        T => Ok(compute(move |[input, filter, gradient]| {
            let taps = filter.num_elements();
            let sums = returned::<T>(&moves, [&input, &filter, &gradient], taps, |winner| winner.tap)?;
            Tensor::new(filter.shape().clone(), sums)
        })),
        else Err(unsupported(node))
    )
}

/// Elements of images, with the least number that is finite.
trait Sums: Number + PartialOrd {
    const LEAST: Self;
}

macro_rules! sums {
    ($($t:ty)*) => {$(impl Sums for $t { const LEAST: $t = <$t>::MIN; })*};
}
sums!(f32 f64 i32 i64 f16 bf16 i8 i16 u8 u16 u32 u64);

/// The windows of a dilation.
struct Windows {
    batch: usize,
    depth: usize,
    rows: Axis,
    columns: Axis,
}

/// The largest sum of a window: what it is, and where it was found.
#[derive(Clone, Copy)]
struct Winner<T> {
    sum: T,
    element: usize,
    tap: usize,
}

impl Windows {
    fn new(moves: &Moves, input: &Tensor, filter: &Tensor) -> Result<Windows> {
        let [batch, rows, columns, depth] = Layout::ChannelsLast.sizes(input.shape(), "input")?;
        let &[row_taps, column_taps, filter_depth] = &filter.shape()[..] else {
            return Err(invalid_argument(format!("filter must be 3-dimensional: {}", filter.shape())));
        };
        if depth != filter_depth {
            return Err(invalid_argument(format!(
                "input and filter must have the same depth: {depth} vs {filter_depth}"
            )));
        }
        let [rows, columns] = moves.over([rows, columns], [row_taps, column_taps])?;
        Ok(Windows { batch, depth, rows, columns })
    }

    fn output(&self) -> Result<Shape> {
        Shape::new(&[self.batch, self.rows.output, self.columns.output, self.depth])
    }

    /// Calls `visit` with the winner of each channel of each place, in the order of the output.
    fn for_each<T: Sums>(&self, input: &[T], filter: &[T], mut visit: impl FnMut(Winner<T>)) {
        let depth = self.depth;
        for image in 0..self.batch {
            for place in 0..self.rows.output * self.columns.output {
                let (row_taps, row) = self.rows.inside(place / self.columns.output);
                let (column_taps, column) = self.columns.inside(place % self.columns.output);
                let first = ((image * self.rows.input + row) * self.columns.input + column) * depth;
                for channel in 0..depth {
                    // Nothing larger than the least number leaves it to the window's first element and to the first tap.
                    let mut winner = Winner { sum: T::LEAST, element: first + channel, tap: channel };
                    for (i, row_tap) in row_taps.clone().enumerate() {
                        for (j, column_tap) in column_taps.clone().enumerate() {
                            let step = i * self.rows.dilation * self.columns.input + j * self.columns.dilation;
                            let element = first + step * depth + channel;
                            let tap = (row_tap * self.columns.taps + column_tap) * depth + channel;
                            let sum = input[element].add(filter[tap]);
                            if sum > winner.sum {
                                winner = Winner { sum, element, tap };
                            }
                        }
                    }
                    visit(winner);
                }
            }
        }
    }
}

fn dilated<T: Sums>(moves: &Moves, input: &Tensor, filter: &Tensor) -> Result<Tensor> {
    let windows = Windows::new(moves, input, filter)?;
    let shape = windows.output()?;
    let mut output = room_for::<T>(shape.num_elements())?;
    windows.for_each(input.values::<T>()?, filter.values::<T>()?, |winner| output.push(winner.sum));
    Tensor::new(shape, output)
}

/// What comes back, added up at the places to which it belongs, of which there are `count`.
fn returned<T: Sums>(
    moves: &Moves,
    [input, filter, gradient]: [&Tensor; 3],
    count: usize,
    place: impl Fn(&Winner<T>) -> usize,
) -> Result<Vec<T>> {
    let windows = Windows::new(moves, input, filter)?;
    let shape = windows.output()?;
    if *gradient.shape() != shape {
        return Err(invalid_argument(format!(
            "out_backprop has incompatible size: {}, expected {shape}",
            gradient.shape()
        )));
    }
    let mut sums = copies(T::ZERO, count)?;
    let mut gradients = gradient.values::<T>()?.iter();
    windows.for_each(input.values::<T>()?, filter.values::<T>()?, |winner| {
        if let (Some(gradient), Some(sum)) = (gradients.next(), sums.get_mut(place(&winner))) {
            *sum = sum.add(*gradient);
        }
    });
    Ok(sums)
}
