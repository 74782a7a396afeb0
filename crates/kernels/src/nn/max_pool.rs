//! The largest element of each window, and its gradients: MaxPool, MaxPoolGrad, MaxPoolGradGrad, all in two versions, and
//! MaxPoolGrad with the ReluGrad that follows it.
//!
//! ```text
//! MaxPool          output = max(window of input)
//! MaxPoolGrad      each element of the gradient goes to the largest element of its window, the first of equal ones
//! MaxPoolGradGrad  each window picks the gradient of its element that is the output
//!
//! shape     input [b, h, w, c] -> [b, h', w', c]
//! ```

use std::{hint::select_unpredictable, mem::MaybeUninit};

use rayon::prelude::*;
use regatta_graph::Node;
use regatta_status::{Result, internal, invalid_argument, unimplemented};
use regatta_tensor::{Shape, Tensor, bf16, f16};

use super::{
    product::initialised,
    relu::relu_gradient,
    window::{Axis, Pool},
};
use crate::{
    Build, Kernel,
    array::elements::{copies, room_for},
    dispatch::dispatch,
    math::{
        number::{Number, Ordered},
        output::input_type,
        vector::widest,
    },
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("MaxPool", max_pool),
    ("MaxPoolV2", max_pool),
    ("MaxPoolGrad", max_pool_grad),
    ("MaxPoolGradV2", max_pool_grad),
    ("_MaxPoolReluGrad", max_pool_relu_grad),
    ("MaxPoolGradGrad", max_pool_grad_grad),
    ("MaxPoolGradGradV2", max_pool_grad_grad),
];

/// Poolings of fewer elements than this are not worth waking other threads for.
const PARALLEL_MIN: usize = 1 << 18;

/// Channels of a window of four that are looked at in one go: all are read before any is written, so that nobody has to ask
/// whether what is written lies where something is read. The gradient took four times as long without.
const LANES: usize = 16;

fn max_pool(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16],
        T => pooling::<T, 1>(node, |pool, input| maxima::<T>(&pool, input)),
        else Err(unsupported(node))
    )
}

fn max_pool_grad(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64],
        T => pooling::<T, 3>(node, |pool, inputs| {
            gradient::<T>(&pool.not_depthwise("MaxPoolingGrad")?, inputs, |part, _| part)
        }),
        else Err(unsupported(node))
    )
}

fn max_pool_relu_grad(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64],
        T => pooling::<T, 3>(node, |pool, inputs| {
            gradient::<T>(&pool.not_depthwise("MaxPoolingGrad")?, inputs, relu_gradient)
        }),
        else Err(unsupported(node))
    )
}

fn max_pool_grad_grad(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64],
        T => pooling::<T, 3>(node, |pool, inputs| {
            second_gradient::<T>(&pool.not_depthwise("MaxPoolingGradGrad")?, inputs)
        }),
        else Err(unsupported(node))
    )
}

/// A kernel of `N` tensors, after which there may be two with the windows' sizes and strides.
fn pooling<T: Number, const N: usize>(
    node: &Node,
    f: impl Fn(Pool, [&Tensor; N]) -> Result<Tensor> + Send + Sync + 'static,
) -> Result<Kernel> {
    let fixed = if node.input_types.len() == N { Some(Pool::of(node)?) } else { None };
    let node = node.clone();
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let Some((tensors, sizes)) = inputs.split_at_checked(N) else {
            return Err(internal(format!("pooling takes {N} tensors, got {}", inputs.len())));
        };
        let pool = match (fixed, sizes) {
            (Some(pool), _) => pool,
            (None, [taps, strides]) => Pool::of_inputs(&node, taps, strides)?,
            _ => return Err(internal("pooling needs the sizes and the strides of its windows")),
        };
        let tensors: Vec<&Tensor> = tensors.iter().collect();
        f(pool, tensors.try_into().map_err(|_| internal("pooling has lost a tensor"))?).map(|output| vec![output])
    })))
}

/// Windows over images with their channels last.
#[derive(Clone, Copy)]
pub(super) struct Windows {
    pub(super) batch: usize,
    pub(super) rows: Axis,
    pub(super) columns: Axis,
    pub(super) depth: usize,
}

impl Windows {
    pub(super) fn new(pool: &Pool, input: &Shape, name: &str) -> Result<Windows> {
        let [batch, rows, columns, depth] = pool.moves.layout.sizes(input, name)?;
        let [rows, columns] = pool.moves.over([rows, columns], pool.taps)?;
        Ok(Windows { batch, rows, columns, depth })
    }

    pub(super) fn output(&self) -> Result<Shape> {
        Shape::new(&[self.batch, self.rows.output, self.columns.output, self.depth])
    }

    /// Elements of one image.
    pub(super) fn image(&self) -> usize {
        self.rows.input * self.columns.input * self.depth
    }

    /// Elements of what one image gives.
    pub(super) fn result(&self) -> usize {
        self.rows.output * self.columns.output * self.depth
    }

    /// Whether the images are shared out among threads.
    pub(super) fn is_shared(&self) -> bool {
        self.batch > 1 && self.batch.saturating_mul(self.image()) >= PARALLEL_MIN && rayon::current_num_threads() > 1
    }

    /// Whether every element is in one window, and all windows are of two by two.
    fn is_in_quads(&self) -> bool {
        let halved =
            |axis: &Axis| axis.taps == 2 && axis.stride == 2 && axis.before == 0 && axis.input == 2 * axis.output;
        halved(&self.rows) && halved(&self.columns)
    }

    /// Calls `visit` for every window of an image, in order, with where its channels lie in the output, and an iterator of
    /// where the channels of its elements lie in the image.
    #[inline(always)]
    pub(super) fn for_each(&self, mut visit: impl FnMut(usize, Elements)) {
        for i in 0..self.rows.output {
            let (row_taps, row) = self.rows.inside(i);
            for j in 0..self.columns.output {
                let (column_taps, column) = self.columns.inside(j);
                visit(
                    (i * self.columns.output + j) * self.depth,
                    Elements {
                        first: (row * self.columns.input + column) * self.depth,
                        rows: row_taps.len(),
                        columns: column_taps.len(),
                        row_step: self.columns.input * self.depth,
                        column_step: self.depth,
                    },
                );
            }
        }
    }
}

/// The elements of one window that lie in the image.
#[derive(Clone, Copy)]
pub(super) struct Elements {
    first: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
    row_step: usize,
    column_step: usize,
}

impl Elements {
    /// Calls `visit` with the number of each and where it begins, in order.
    #[inline(always)]
    pub(super) fn for_each(self, mut visit: impl FnMut(usize, usize)) {
        for r in 0..self.rows {
            for c in 0..self.columns {
                visit(r * self.columns + c, self.place(r, c));
            }
        }
    }

    #[inline(always)]
    fn place(self, row: usize, column: usize) -> usize {
        self.first + row * self.row_step + column * self.column_step
    }

    /// Where one of them begins, by its number.
    pub(super) fn numbered(self, k: usize) -> usize {
        self.place(k / self.columns.max(1), k % self.columns.max(1))
    }

    /// Of a window of two by two, each of `depth` channels: where each begins. It is the most common window by far.
    #[inline(always)]
    fn quad(self) -> Option<[usize; 4]> {
        let is_quad = self.rows == 2 && self.columns == 2;
        is_quad.then(|| [self.place(0, 0), self.place(0, 1), self.place(1, 0), self.place(1, 1)])
    }
}

fn maxima<T: Number + Ordered>(pool: &Pool, [input]: [&Tensor; 1]) -> Result<Tensor> {
    if pool.channels > 1 {
        return depthwise::<T>(pool, input);
    }
    let windows = Windows::new(pool, input.shape(), "tensor_in")?;
    let shape = windows.output()?;
    let (count, images) = (shape.num_elements(), input.values::<T>()?);
    let mut output = room_for(count)?;
    let one = |(out, image): (&mut [MaybeUninit<T>], &[T])| largest_of_windows(&windows, out, image);
    let room = &mut output.spare_capacity_mut()[..count];
    match windows.image() {
        // Windows without any elements.
        0 => room.fill(MaybeUninit::new(T::LOWEST)),
        image => over_images(&windows, room, windows.result(), images, image, one),
    }
    // SAFETY: there is room for `count` elements, and each has been written: the windows of an image fill what it gives.
    unsafe { output.set_len(count) };
    Tensor::new(shape, output)
}

/// Writes the largest element of each window of an image.
fn largest_of_windows<T: Number + Ordered>(windows: &Windows, out: &mut [MaybeUninit<T>], image: &[T]) {
    let depth = windows.depth;
    widest(
        #[inline(always)]
        || {
            windows.for_each(|place, elements| {
                let out = &mut out[place..place + depth];
                if let Some(places) = elements.quad() {
                    let [a, b, c, d] = places.map(|at| &image[at..at + depth]);
                    for ((((max, a), b), c), d) in out.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                        max.write(larger(larger(larger(larger(T::LOWEST, *a), *b), *c), *d));
                    }
                    return;
                }
                out.fill(MaybeUninit::new(T::LOWEST));
                // SAFETY: just written.
                let out = unsafe { initialised(out) };
                elements.for_each(|_, at| {
                    let element = &image[at..at + depth];
                    out.iter_mut().zip(element).for_each(|(max, x)| *max = larger(*max, *x));
                });
            });
        },
    );
}

/// The larger one; what cannot be compared is passed over.
#[inline(always)]
fn larger<T: Ordered>(max: T, x: T) -> T {
    if x > max { x } else { max }
}

/// Calls `f` on each image's part of a target and of a source.
pub(super) fn over_images<S: Send, T: Number>(
    windows: &Windows,
    target: &mut [S],
    target_step: usize,
    source: &[T],
    source_step: usize,
    f: impl Fn((&mut [S], &[T])) + Send + Sync,
) {
    if target_step == 0 || source_step == 0 {
        return;
    }
    if windows.is_shared() {
        target.par_chunks_mut(target_step).zip(source.par_chunks(source_step)).for_each(f);
    } else {
        target.chunks_mut(target_step).zip(source.chunks(source_step)).for_each(f);
    }
}

/// The largest of each few channels.
fn depthwise<T: Number + Ordered>(pool: &Pool, input: &Tensor) -> Result<Tensor> {
    let [batch, rows, columns, depth] = pool.moves.layout.sizes(input.shape(), "tensor_in")?;
    if depth % pool.channels != 0 {
        return Err(unimplemented("Depthwise max pooling requires the depth window to evenly divide the input depth."));
    }
    let [rows, columns] = pool.moves.over([rows, columns], pool.taps)?;
    if !(rows.is_identity() && columns.is_identity()) {
        return Err(unimplemented("Depthwise max pooling takes no strides over rows and columns."));
    }
    let shape = Shape::new(&[batch, rows.output, columns.output, depth / pool.channels])?;
    let of_few = |few: &[T]| few.iter().fold(T::LOWEST, |max, x| larger(max, *x));
    let maxima = input.values::<T>()?.chunks(pool.channels).map(of_few);
    Tensor::new(shape, maxima.collect())
}

/// The gradient of the images. `then` says what becomes of an element's share, and of what element.
fn gradient<T: Number + Ordered>(
    pool: &Pool,
    [input, output, gradient]: [&Tensor; 3],
    then: impl Fn(T, T) -> T + Send + Sync,
) -> Result<Tensor> {
    let windows = Windows::new(pool, input.shape(), "tensor_in")?;
    let shape = windows.output()?;
    for (name, tensor) in [("orig_output", output), ("grad", gradient)] {
        if *tensor.shape() != shape {
            return Err(invalid_argument(format!("Expected {name} shape to be {shape}, but got {}", tensor.shape())));
        }
    }
    let shares = shares::<T>(&windows, input.values::<T>()?, gradient.values::<T>()?, then)?;
    Tensor::new(input.shape().clone(), shares)
}

/// What of the windows' gradients each element of the images gets.
fn shares<T: Number + Ordered>(
    windows: &Windows,
    images: &[T],
    gradients: &[T],
    then: impl Fn(T, T) -> T + Send + Sync,
) -> Result<Vec<T>> {
    let count = images.len();
    if !windows.is_in_quads() || count == 0 {
        let mut sums = copies(T::ZERO, count)?;
        if count > 0 && !gradients.is_empty() {
            let add = |sums: &mut [T], image: &[T], gradient: &[T]| to_the_largest(windows, sums, image, gradient);
            with_gradients(windows, &mut sums, images, gradients, add);
        }
        sums.iter_mut().zip(images).for_each(|(sum, element)| *sum = then(*sum, *element));
        return Ok(sums);
    }
    let mut parts = room_for::<T>(count)?;
    let write = |parts: &mut [MaybeUninit<T>], image: &[T], gradient: &[T]| {
        widest(
            #[inline(always)]
            || {
                windows.for_each(|place, elements| {
                    let Some(places) = elements.quad() else { return };
                    let write = |to: &mut MaybeUninit<T>, part: T, element: T| {
                        to.write(then(T::ZERO.add(part), element));
                    };
                    to_the_largest_of_four(parts, image, &gradient[place..place + windows.depth], places, write);
                });
            },
        );
    };
    with_gradients(windows, &mut parts.spare_capacity_mut()[..count], images, gradients, write);
    // SAFETY: there is room for `count` elements, and each, being in a window of four, has been written.
    unsafe { parts.set_len(count) };
    Ok(parts)
}

/// Calls `f` on each image's part of a target, the image, and the gradient of what it gave. None of them is empty.
fn with_gradients<S: Send, T: Number>(
    windows: &Windows,
    target: &mut [S],
    images: &[T],
    gradients: &[T],
    f: impl Fn(&mut [S], &[T], &[T]) + Send + Sync,
) {
    let (image, result) = (windows.image(), windows.result());
    if windows.is_shared() {
        let sources = images.par_chunks(image).zip(gradients.par_chunks(result));
        let parts = target.par_chunks_mut(image).zip(sources);
        parts.for_each(|(target, (image, gradient))| f(target, image, gradient));
    } else {
        let sources = images.chunks(image).zip(gradients.chunks(result));
        let parts = target.chunks_mut(image).zip(sources);
        parts.for_each(|(target, (image, gradient))| f(target, image, gradient));
    }
}

/// Adds each element of the gradient to the first of the largest elements of its window.
fn to_the_largest<T: Number + Ordered>(windows: &Windows, sums: &mut [T], image: &[T], gradient: &[T]) {
    let depth = windows.depth;
    let mut largest = vec![T::ZERO; depth];
    let mut winners = vec![0u32; depth];
    widest(
        #[inline(always)]
        || {
            windows.for_each(|place, elements| {
                let gradient = &gradient[place..place + depth];
                if let Some(places) = elements.quad() {
                    let add = |sum: &mut T, part: T, _| *sum = sum.add(part);
                    return to_the_largest_of_four(sums, image, gradient, places, add);
                }
                find_largest(image, elements, &mut largest, &mut winners);
                elements.for_each(|k, at| {
                    let sums = &mut sums[at..at + depth];
                    for ((sum, winner), gradient) in sums.iter_mut().zip(&winners).zip(gradient) {
                        *sum = sum.add(if *winner == k as u32 { *gradient } else { T::ZERO });
                    }
                });
            });
        },
    );
}

/// As `to_the_largest`, for one window of two by two, in one go. `give` says what becomes of an element's part.
#[inline(always)]
fn to_the_largest_of_four<S, T: Number + Ordered>(
    sums: &mut [S],
    image: &[T],
    gradient: &[T],
    places: [usize; 4],
    give: impl Fn(&mut S, T, T),
) {
    let depth = gradient.len();
    let (upper, lower) = sums[places[0]..].split_at_mut(places[2] - places[0]);
    let ((sum_a, sum_b), (sum_c, sum_d)) = (upper.split_at_mut(depth), lower.split_at_mut(depth));
    let [sum_a, sum_b, sum_c, sum_d] =
        [sum_a, &mut sum_b[..depth], sum_c, &mut sum_d[..depth]].map(|sums| sums.as_chunks_mut::<LANES>());
    let [a, b, c, d] = places.map(|at| image[at..at + depth].as_chunks::<LANES>());
    let gradient = gradient.as_chunks::<LANES>();

    let elements = a.0.iter().zip(b.0).zip(c.0).zip(d.0).zip(gradient.0);
    let sums = sum_a.0.iter_mut().zip(sum_b.0).zip(sum_c.0).zip(sum_d.0);
    for (((((a, b), c), d), gradient), (((sum_a, sum_b), sum_c), sum_d)) in elements.zip(sums) {
        let (elements, gradient) = ([*a, *b, *c, *d], *gradient);
        let parts: [[T; 4]; LANES] =
            std::array::from_fn(|k| parts_of_four(elements.map(|element| element[k]), gradient[k]));
        for (of_element, sums) in [sum_a, sum_b, sum_c, sum_d].into_iter().enumerate() {
            for (k, sum) in sums.iter_mut().enumerate() {
                give(sum, parts[k][of_element], elements[of_element][k]);
            }
        }
    }
    let elements = a.1.iter().zip(b.1).zip(c.1).zip(d.1).zip(gradient.1);
    let sums = sum_a.1.iter_mut().zip(sum_b.1).zip(sum_c.1).zip(sum_d.1);
    for (((((a, b), c), d), gradient), (((sum_a, sum_b), sum_c), sum_d)) in elements.zip(sums) {
        let elements = [*a, *b, *c, *d];
        let parts = parts_of_four(elements, *gradient);
        for ((sum, part), element) in [sum_a, sum_b, sum_c, sum_d].into_iter().zip(parts).zip(elements) {
            give(sum, part, element);
        }
    }
}

/// What each of four elements gets of a gradient: the first of the largest gets it all.
#[inline(always)]
fn parts_of_four<T: Number + Ordered>([a, b, c, d]: [T; 4], gradient: T) -> [T; 4] {
    let (b_wins, largest) = (a < b, if a < b { b } else { a });
    let (c_wins, largest) = (largest < c, if largest < c { c } else { largest });
    let d_wins = largest < d;
    // Not a branch, which would become a store under a mask.
    let part = |wins: bool| select_unpredictable(wins, gradient, T::ZERO);
    [part(!b_wins & !c_wins & !d_wins), part(b_wins & !c_wins & !d_wins), part(c_wins & !d_wins), part(d_wins)]
}

/// For every channel of a window, its largest element and which one that is, counted in order. The first of equal ones
/// wins, and NaN wins only if it comes first, as in TensorFlow.
#[inline(always)]
pub(super) fn find_largest<T: Number + Ordered>(
    image: &[T],
    elements: Elements,
    largest: &mut [T],
    winners: &mut [u32],
) {
    let depth = largest.len();
    elements.for_each(|k, at| {
        let element = &image[at..at + depth];
        if k == 0 {
            largest.copy_from_slice(element);
            winners.fill(0);
            return;
        }
        for ((largest, winner), x) in largest.iter_mut().zip(winners.iter_mut()).zip(element) {
            let better = *largest < *x;
            *largest = if better { *x } else { *largest };
            *winner = if better { k as u32 } else { *winner };
        }
    });
}

fn second_gradient<T: Number + Ordered>(pool: &Pool, [input, output, gradient]: [&Tensor; 3]) -> Result<Tensor> {
    let windows = Windows::new(pool, input.shape(), "tensor_in")?;
    let shape = windows.output()?;
    if *output.shape() != shape {
        return Err(invalid_argument(format!("Expected orig_output shape to be {shape}, but got {}", output.shape())));
    }
    if gradient.shape() != input.shape() {
        return Err(invalid_argument(format!(
            "Expected grad shape to be {}, but got {}",
            input.shape(),
            gradient.shape()
        )));
    }
    let mut picked = copies(T::ZERO, shape.num_elements())?;
    let (image, result) = (windows.image(), windows.result());
    if image > 0 && result > 0 {
        let sources = input.values::<T>()?.chunks(image).zip(gradient.values::<T>()?.chunks(image));
        let targets = picked.chunks_mut(result).zip(output.values::<T>()?.chunks(result));
        for ((picked, output), (input, gradient)) in targets.zip(sources) {
            windows.for_each(|place, elements| {
                for channel in 0..windows.depth {
                    let wanted = output[place + channel];
                    let mut places = (0..elements.rows * elements.columns).map(|k| elements.numbered(k));
                    let found = places.find(|at| input[at + channel] == wanted);
                    picked[place + channel] = found.map_or(T::ZERO, |at| gradient[at + channel]);
                }
            });
        }
    }
    Tensor::new(shape, picked)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The elements' shares, one by one.
    fn one_by_one(windows: &Windows, images: &[f32], gradients: &[f32]) -> Vec<f32> {
        let mut sums = vec![0.0; images.len()];
        let (columns, depth) = (windows.columns.input, windows.depth);
        let mut gradients = gradients.iter();
        for image in 0..windows.batch {
            for place in 0..windows.rows.output * windows.columns.output {
                let (rows, row) = windows.rows.inside(place / windows.columns.output);
                let (taps, column) = windows.columns.inside(place % windows.columns.output);
                for channel in 0..depth {
                    let at = |r: usize, c: usize| {
                        image * windows.image() + ((row + r) * columns + column + c) * depth + channel
                    };
                    let mut best = at(0, 0);
                    for k in 0..rows.len() * taps.len() {
                        let other = at(k / taps.len(), k % taps.len());
                        best = if images[best] < images[other] { other } else { best };
                    }
                    sums[best] += gradients.next().unwrap();
                }
            }
        }
        sums
    }

    #[test]
    fn gradients_go_to_the_first_of_the_largest() {
        let axis = |input, taps, stride, before, output| Axis { input, taps, stride, dilation: 1, before, output };
        let quads = (axis(6, 2, 2, 0, 3), axis(8, 2, 2, 0, 4));
        let odd = (axis(5, 2, 2, 0, 3), axis(7, 2, 2, 0, 4));
        let overlapping = (axis(5, 2, 1, 0, 4), axis(6, 3, 2, 1, 3));
        for (rows, columns) in [quads, odd, overlapping] {
            // The larger batch is shared out among threads.
            for (batch, depth) in [(1, 1), (3, 19), (400, 33)] {
                let windows = Windows { batch, rows, columns, depth };
                // Whole numbers of which many are equal, so that their sums are exact.
                let images: Vec<f32> = (0..batch * windows.image()).map(|k| (k * 7919 % 31 % 5) as f32 - 2.0).collect();
                let gradients: Vec<f32> = (0..batch * windows.result()).map(|k| (k * 104_729 % 97) as f32).collect();
                let mut expected = one_by_one(&windows, &images, &gradients);
                let alone = shares(&windows, &images, &gradients, |part, _| part).unwrap();
                assert!(alone == expected, "{rows:?} {columns:?} {depth}");
                expected.iter_mut().zip(&images).for_each(|(sum, image)| *sum = relu_gradient(*sum, *image));
                let with_relu = shares(&windows, &images, &gradients, relu_gradient).unwrap();
                assert!(with_relu == expected, "{rows:?} {columns:?} {depth}");
            }
        }
        let none = Windows { batch: 0, rows: quads.0, columns: quads.1, depth: 3 };
        assert!(shares::<f32>(&none, &[], &[], relu_gradient).unwrap().is_empty());
    }
}
