//! Tiles in two directions: from pixels to points and back, for rows of tiles and for filters.
//!
//! ```text
//! points   [8 x 8 points][tiles][channels], a matrix for each point
//! filters  [8 x 8 points][inputs][outputs]
//! ```

use std::mem::MaybeUninit;

use super::transforms::{LANES, Lanes, POINTS, SCALES, powers, scaled, values};
use crate::nn::product::{Matrix, Product};

/// Lanes of a pixel that are looked at before the next one is: what a machine fetches from memory at a time.
const NEIGHBOURS: usize = 2;

/// The points of a column of a tile.
pub(super) type Column<T> = [Lanes<T>; POINTS];

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

    /// Elements that are needed to transform a row of so many tiles.
    pub(super) fn line_len(tiles: usize) -> usize {
        (tiles + 1) * POINTS * NEIGHBOURS * POINTS * LANES
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
        transform: impl Fn([Lanes<T>; SIZE]) -> Column<T>,
    ) {
        let line = columns_of(line, ((strip.tiles - 1) * strip.advance + SIZE) * NEIGHBOURS);
        // The rows of pixels that lie in the image.
        let pixel_row = plane.columns * plane.depth;
        let above = strip.top.min(0).unsigned_abs().min(SIZE);
        let first_row = strip.top.max(0).unsigned_abs().min(plane.rows);
        let row_count = (SIZE - above).min(plane.rows - first_row);
        let rows = &image[first_row * pixel_row..(first_row + row_count) * pixel_row];
        for from in (0..self.depth).step_by(NEIGHBOURS * LANES) {
            let depth = (self.depth - from).min(NEIGHBOURS * LANES);
            for (x, columns) in line.chunks_exact_mut(NEIGHBOURS).enumerate() {
                let across = x.wrapping_add_signed(strip.left);
                by_lanes(
                    depth,
                    #[inline(always)]
                    |lane, channel, count| {
                        let mut pixels = [[T::ZERO; LANES]; SIZE];
                        if across < plane.columns {
                            let at = across * plane.depth + from + channel;
                            for (pixel, row) in pixels[above..].iter_mut().zip(rows.chunks_exact(pixel_row)) {
                                *pixel = load(row, at, count);
                            }
                        }
                        columns[lane] = transform(pixels);
                    },
                );
            }
            for tile in 0..strip.tiles {
                let columns = &line[tile * strip.advance * NEIGHBOURS..][..SIZE * NEIGHBOURS];
                for (p, matrices) in target.chunks_exact_mut(POINTS * self.step).take(POINTS).enumerate() {
                    by_lanes(
                        depth,
                        #[inline(always)]
                        |lane, channel, count| {
                            let mut row = [[T::ZERO; LANES]; SIZE];
                            for (value, column) in row.iter_mut().zip(columns.chunks_exact(NEIGHBOURS)) {
                                *value = column[lane][p];
                            }
                            let at = (first + tile) * self.depth + from + channel;
                            for (value, matrix) in transform(row).iter().zip(matrices.chunks_exact_mut(self.step)) {
                                store(matrix, at, count, value);
                            }
                        },
                    );
                }
            }
        }
    }

    /// The reverse: from points to the rows of an output of `columns` columns that a row of tiles makes, `SIZE` rows at most.
    #[inline(always)]
    pub(super) fn gather_row<T: Product, const SIZE: usize>(
        &self,
        source: &[T],
        first: usize,
        columns: usize,
        line: &mut [T],
        out: &mut [MaybeUninit<T>],
    ) {
        let rows = out.len() / (columns * self.depth);
        let sums = columns_of(line, SIZE);
        for (tile, left) in (0..columns).step_by(SIZE).enumerate() {
            by_lanes(
                self.depth,
                #[inline(always)]
                |_, channel, count| {
                    let at = (first + tile) * self.depth + channel;
                    for (p, matrices) in source.chunks_exact(POINTS * self.step).take(POINTS).enumerate() {
                        let mut points = [[T::ZERO; LANES]; POINTS];
                        for (value, matrix) in points.iter_mut().zip(matrices.chunks_exact(self.step)) {
                            *value = load(matrix, at, count);
                        }
                        let row: [Lanes<T>; SIZE] = powers(points);
                        for (sums, sum) in sums.iter_mut().zip(row) {
                            sums[p] = sum;
                        }
                    }
                    for (column, sums) in (left..columns).zip(&*sums) {
                        let pixels: [Lanes<T>; SIZE] = powers(*sums);
                        for (row, pixel) in pixels.iter().enumerate().take(rows) {
                            let at = (row * columns + column) * self.depth + channel;
                            out[at..at + count].write_copy_of_slice(&pixel[..count]);
                        }
                    }
                },
            );
        }
    }
}

/// Some of the room for columns.
#[inline(always)]
fn columns_of<T>(line: &mut [T], count: usize) -> &mut [Column<T>] {
    let (lanes, _) = line.as_chunks_mut::<LANES>();
    let (columns, _) = lanes.as_chunks_mut::<POINTS>();
    &mut columns[..count]
}

/// Transforms a filter `[TAPS, TAPS, inputs, outputs]`, and scales it so that nothing else need be.
#[inline(always)]
pub(super) fn filter_points<T: Product, const TAPS: usize>(filter: &[T], points: Points, target: &mut [T]) {
    for input in 0..points.rows {
        by_lanes(
            points.depth,
            #[inline(always)]
            |_, output, count| {
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
                        let value = scaled(value, SCALES[p] * SCALES[q]);
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
            |_, output, count| {
                let mut half = [[[T::ZERO; LANES]; POINTS]; TAPS];
                for p in 0..POINTS {
                    let mut sums = [[T::ZERO; LANES]; POINTS];
                    for (q, sum) in sums.iter_mut().enumerate() {
                        let value = load(source, points.place(p * POINTS + q, input) + output, count);
                        *sum = scaled(value, SCALES[p] * SCALES[q]);
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

/// Calls `visit` for some channels after the others: the how many-eth they are, where they begin, and how many there are. All
/// but the last are full lanes, which the compiler is to know: what is visited is inlined twice.
#[inline(always)]
fn by_lanes(depth: usize, mut visit: impl FnMut(usize, usize, usize)) {
    let full = depth / LANES;
    for lane in 0..full {
        visit(lane, lane * LANES, LANES);
    }
    if full * LANES < depth {
        visit(full, full * LANES, depth - full * LANES);
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
