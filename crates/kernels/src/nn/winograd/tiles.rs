//! Tiles in two directions: from pixels to points and back, for rows of tiles and for filters.
//!
//! ```text
//! points   [8 x 8 points][tiles][channels], a matrix for each point
//! filters  [8 x 8 points][inputs][outputs]
//! ```

use std::mem::MaybeUninit;

use super::transforms::{LANES, Lanes, POINTS, SCALES, powers, times, values};
use crate::nn::product::{Matrix, Product};

/// The sizes of an image.
#[derive(Clone, Copy)]
pub(super) struct Plane {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) depth: usize,
}

impl Plane {
    /// One image of several.
    pub(super) fn image<'a, T>(&self, images: &'a [T], image: usize) -> &'a [T] {
        let size = self.rows * self.columns * self.depth;
        &images[image * size..(image + 1) * size]
    }
}

/// A row of tiles: where in an image the first begins, and how far it is from one to the next.
#[derive(Clone, Copy)]
pub(super) struct Strip {
    pub(super) top: isize,
    pub(super) left: isize,
    pub(super) advance: usize,
    pub(super) tiles: usize,
}

/// Where the matrices of the points lie.
#[derive(Clone, Copy)]
pub(super) struct Points {
    rows: usize,
    depth: usize,
    /// From one matrix to the next: an odd number of cache lines, or else those of all points would go to the same places
    /// of a cache.
    step: usize,
}

impl Points {
    pub(super) fn new(rows: usize, depth: usize) -> Points {
        const LINE: usize = 16;
        Points { rows, depth, step: ((rows * depth).div_ceil(LINE) | 1) * LINE }
    }

    /// Elements of all matrices.
    pub(super) fn len(&self) -> usize {
        POINTS * POINTS * self.step
    }

    /// The matrices' first rows.
    pub(super) fn first(self, rows: usize) -> Points {
        Points { rows, ..self }
    }

    /// Where a row of a point's matrix begins.
    #[inline(always)]
    pub(super) fn place(&self, point: usize, row: usize) -> usize {
        point * self.step + row * self.depth
    }

    /// The matrix of a point.
    pub(super) fn matrix<'a, T>(&self, values: &'a [T], point: usize) -> Matrix<'a, T> {
        Matrix::new(&values[self.place(point, 0)..], self.rows, self.depth, self.depth)
    }

    /// Transforms a row of tiles, each of `SIZE` rows and columns, to rows of the matrices from `first` on. What is outside
    /// of the image is zero. Neighbouring tiles may overlap: columns are transformed once, into `line`.
    #[inline(always)]
    pub(super) fn spread_row<T: Product, const SIZE: usize>(
        &self,
        (plane, image): (Plane, &[T]),
        strip: Strip,
        first: usize,
        line: &mut [T],
        target: &mut [T],
        transform: impl Fn([Lanes<T>; SIZE]) -> [Lanes<T>; POINTS],
    ) {
        let (line, _) = line.as_chunks_mut::<LANES>();
        let (line, _) = line.as_chunks_mut::<POINTS>();
        let line = &mut line[..(strip.tiles - 1) * strip.advance + SIZE];
        by_lanes(
            self.depth,
            #[inline(always)]
            |channel, count| {
                for (x, points) in line.iter_mut().enumerate() {
                    let mut pixels = [[T::ZERO; LANES]; SIZE];
                    let column = x.wrapping_add_signed(strip.left);
                    if column < plane.columns {
                        for (y, pixel) in pixels.iter_mut().enumerate() {
                            let row = y.wrapping_add_signed(strip.top);
                            if row < plane.rows {
                                *pixel = load(image, (row * plane.columns + column) * plane.depth + channel, count);
                            }
                        }
                    }
                    *points = transform(pixels);
                }
                for tile in 0..strip.tiles {
                    let columns = &line[tile * strip.advance..tile * strip.advance + SIZE];
                    for p in 0..POINTS {
                        let mut values = [[T::ZERO; LANES]; SIZE];
                        for (value, column) in values.iter_mut().zip(columns) {
                            *value = column[p];
                        }
                        let values = transform(values);
                        for (q, value) in values.iter().enumerate() {
                            store(target, self.place(p * POINTS + q, first + tile) + channel, count, value);
                        }
                    }
                }
            },
        );
    }

    /// The reverse: from points to the rows of an output of `columns` columns that a row of tiles makes, `SIZE` rows at most.
    #[inline(always)]
    pub(super) fn gather_row<T: Product, const SIZE: usize>(
        &self,
        source: &[T],
        first: usize,
        columns: usize,
        out: &mut [MaybeUninit<T>],
    ) {
        let rows = out.len() / (columns * self.depth);
        by_lanes(
            self.depth,
            #[inline(always)]
            |channel, count| {
                for (tile, left) in (0..columns).step_by(SIZE).enumerate() {
                    let mut half = [[[T::ZERO; LANES]; POINTS]; SIZE];
                    for p in 0..POINTS {
                        let mut points = [[T::ZERO; LANES]; POINTS];
                        for (q, value) in points.iter_mut().enumerate() {
                            *value = load(source, self.place(p * POINTS + q, first + tile) + channel, count);
                        }
                        let sums: [Lanes<T>; SIZE] = powers(points);
                        for (half, sum) in half.iter_mut().zip(sums) {
                            half[p] = sum;
                        }
                    }
                    for (column, half) in (left..columns).zip(half) {
                        let pixels: [Lanes<T>; SIZE] = powers(half);
                        for (row, pixel) in pixels.iter().enumerate().take(rows) {
                            let at = (row * columns + column) * self.depth + channel;
                            out[at..at + count].write_copy_of_slice(&pixel[..count]);
                        }
                    }
                }
            },
        );
    }
}

/// Transforms a filter `[TAPS, TAPS, inputs, outputs]`, and scales it so that nothing else need be.
#[inline(always)]
pub(super) fn filter_points<T: Product, const TAPS: usize>(filter: &[T], points: Points, target: &mut [T]) {
    for input in 0..points.rows {
        by_lanes(
            points.depth,
            #[inline(always)]
            |output, count| {
                let mut half = [[[T::ZERO; LANES]; TAPS]; POINTS];
                for column in 0..TAPS {
                    let mut taps = [[T::ZERO; LANES]; TAPS];
                    for (row, tap) in taps.iter_mut().enumerate() {
                        let at = ((row * TAPS + column) * points.rows + input) * points.depth + output;
                        *tap = load(filter, at, count);
                    }
                    for (half, value) in half.iter_mut().zip(values(taps)) {
                        half[column] = value;
                    }
                }
                for (p, half) in half.into_iter().enumerate() {
                    for (q, value) in values(half).into_iter().enumerate() {
                        let value = times(value, SCALES[p] * SCALES[q]);
                        store(target, points.place(p * POINTS + q, input) + output, count, &value);
                    }
                }
            },
        );
    }
}

/// The reverse for a gradient: a filter `[TAPS, TAPS, inputs, outputs]` from its points, which have not been scaled.
#[inline(always)]
pub(super) fn filter_of<T: Product, const TAPS: usize>(source: &[T], points: Points, filter: &mut [T]) {
    for input in 0..points.rows {
        by_lanes(
            points.depth,
            #[inline(always)]
            |output, count| {
                let mut half = [[[T::ZERO; LANES]; POINTS]; TAPS];
                for p in 0..POINTS {
                    let mut sums = [[T::ZERO; LANES]; POINTS];
                    for (q, sum) in sums.iter_mut().enumerate() {
                        let value = load(source, points.place(p * POINTS + q, input) + output, count);
                        *sum = times(value, SCALES[p] * SCALES[q]);
                    }
                    let sums: [Lanes<T>; TAPS] = powers(sums);
                    for (half, sum) in half.iter_mut().zip(sums) {
                        half[p] = sum;
                    }
                }
                for (column, half) in half.into_iter().enumerate() {
                    let taps: [Lanes<T>; TAPS] = powers(half);
                    for (row, tap) in taps.iter().enumerate() {
                        let at = ((row * TAPS + column) * points.rows + input) * points.depth + output;
                        store(filter, at, count, tap);
                    }
                }
            },
        );
    }
}

/// Calls `visit` for some channels after the others: where they begin, and how many there are. All but the last are full
/// lanes, which the compiler is to know: what is visited is inlined twice.
#[inline(always)]
fn by_lanes(depth: usize, mut visit: impl FnMut(usize, usize)) {
    let full = depth - depth % LANES;
    for first in (0..full).step_by(LANES) {
        visit(first, LANES);
    }
    if full < depth {
        visit(full, depth - full);
    }
}

/// Some elements, and zeros after them if there are fewer than fill the lanes.
#[inline(always)]
fn load<T: Product>(values: &[T], at: usize, count: usize) -> Lanes<T> {
    let values = &values[at..at + count];
    let mut lanes = [T::ZERO; LANES];
    match values.first_chunk::<LANES>() {
        Some(all) => lanes = *all,
        None => lanes[..count].copy_from_slice(values),
    }
    lanes
}

#[inline(always)]
fn store<T: Product>(values: &mut [T], at: usize, count: usize, lanes: &Lanes<T>) {
    let values = &mut values[at..at + count];
    match values.first_chunk_mut::<LANES>() {
        Some(all) => *all = *lanes,
        None => values.copy_from_slice(&lanes[..count]),
    }
}
