//! Convolutions with filters of 3x3 and 5x5 taps in fewer multiplications: Winograd's minimal filtering.
//!
//! A convolution of `m` outputs is a product of polynomials, turned around. It is had from values at `m + taps - 1` points,
//! which are multiplied one by one, and in two directions:
//!
//! ```text
//! tile     8 x 8 pixels, of which 4 x 4 outputs are made with 5 x 5 taps, 6 x 6 with 3 x 3
//! points   0, 1, -1, 2, -2, 1/2, -1/2 and infinity in either direction: 64
//! forward  output tile   = powers (spread(image tile) * values(filter))
//! filter   filter'       = powers (sum of spread(image tile) * values(output' tile))
//! input    the forward convolution of output' with the filter turned around (see `convolution.rs`)
//! ```
//!
//! `*` is a product for each point, which with channels is one of matrices: `[tiles, in] · [in, out]` forward,
//! `[in, tiles] · [tiles, out]` for the filter. A tile of 5 x 5 taps takes 64 multiplications for 16 outputs, where 400 are
//! taken otherwise; what transforms cost besides is why few channels are left to the direct way. Some rows of tiles are done
//! at a time, so that what is transformed stays in a cache.
//!
//! The price is rounding. Against a direct sum in `f64`, with images and filters of one magnitude and 32 channels, the largest
//! error of `f32` was 5e-6 of the largest output with 5 x 5 taps and 8e-6 with 3 x 3, and for the filter's gradient 6e-6; the
//! root mean square of errors was 2.8e-6 of that of outputs. What is not finite, or near the end of the type's range, spreads
//! over the outputs of its tile.

mod room;
mod tiles;
mod transforms;

use std::{mem::MaybeUninit, ops::Range};

use rayon::prelude::*;
use regatta_status::Result;

use self::{
    room::Room,
    tiles::{Column, Plane, Points, Strip, filter_of, filter_points},
    transforms::{LANES, Lanes, POINTS, spread, values},
};
use super::{
    convolution::Convolution,
    product::{Product, initialised, uninitialised},
    window::Axis,
};
use crate::{
    array::elements::{copies, room_for},
    math::vector::with_more_registers,
};

/// Elements of the transformed tiles that are looked at in one go.
const CHUNK: usize = 1 << 18;

/// But so many tiles at least, for which the filter's points are read once.
const CHUNK_TILES: usize = 16;

/// With more elements than this for what is transformed, the direct way is taken.
const ELEMENTS_MAX: usize = 1 << 24;

/// What transforms take, in the time of multiplications: for each channel of a tile, and for each filter of a channel.
const TILE_COST: usize = 1000;
const FILTER_COST: usize = 1500;

/// A convolution that is computed tile by tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Winograd {
    convolution: Convolution,
    /// Rows and columns of an image's tiles.
    tile_rows: usize,
    tile_columns: usize,
    /// How many rows of tiles are looked at in one go.
    chunk: usize,
}

impl Winograd {
    /// This way for a convolution, if there is one and it is the faster.
    pub(super) fn of<T: Product>(convolution: &Convolution) -> Option<Winograd> {
        let made = Winograd::for_any::<T>(convolution)?;
        let (inputs, outputs) = (convolution.in_depth, convolution.out_depth);
        let filters = inputs.saturating_mul(outputs);
        let tiles = convolution.images.saturating_mul(made.tile_rows * made.tile_columns);
        let transforms = TILE_COST * (inputs.next_multiple_of(LANES) + outputs.next_multiple_of(LANES));
        let cost = tiles.saturating_mul(POINTS * POINTS * filters + transforms).saturating_add(FILTER_COST * filters);
        (cost < convolution.multiplications()).then_some(made)
    }

    /// This way for a convolution, whether it is faster or not.
    fn for_any<T: Product>(convolution: &Convolution) -> Option<Winograd> {
        let taps = convolution.rows.taps;
        let plain = |axis: &Axis| axis.taps == taps && axis.stride == 1 && axis.dilation == 1;
        let plain = plain(&convolution.rows) && plain(&convolution.columns) && convolution.groups == 1;
        if !T::ROUNDS || !plain || !matches!(taps, 3 | 5) || convolution.output().contains(&0) {
            return None;
        }
        let step = POINTS + 1 - taps;
        let (tile_rows, tile_columns) =
            (convolution.rows.output.div_ceil(step), convolution.columns.output.div_ceil(step));
        let (inputs, outputs) = (convolution.in_depth, convolution.out_depth);
        let tiles = (CHUNK / (POINTS * POINTS) / inputs.saturating_add(outputs).max(1)).max(CHUNK_TILES);
        let chunk = (tiles / tile_columns.max(1)).max(1);
        let made = Winograd { convolution: *convolution, tile_rows, tile_columns, chunk };
        let tiles = chunk.saturating_mul(tile_columns);
        // For each point: tiles, filters, and what a row of tiles takes.
        let elements = tiles.saturating_mul(inputs.saturating_add(outputs).saturating_add(LANES));
        let elements = elements.saturating_add(inputs.saturating_mul(outputs));
        (elements <= ELEMENTS_MAX / (POINTS * POINTS)).then_some(made)
    }

    /// The output. `finish` is called on each part of it, while it is still in a cache.
    pub(super) fn forward<T: Product>(
        &self,
        images: &[T],
        filter: &[T],
        finish: impl Fn(&mut [T]) + Sync,
    ) -> Result<Vec<T>> {
        match self.convolution.rows.taps {
            3 => self.forward_of::<T, 3, 6>(images, filter, finish),
            _ => self.forward_of::<T, 5, 4>(images, filter, finish),
        }
    }

    /// The gradient of the filter.
    pub(super) fn backward_filter<T: Product>(&self, images: &[T], gradient: &[T]) -> Result<Vec<T>> {
        match self.convolution.rows.taps {
            3 => self.backward_filter_of::<T, 3, 6>(images, gradient),
            _ => self.backward_filter_of::<T, 5, 4>(images, gradient),
        }
    }

    /// With so many taps, and as many outputs of a tile, in either direction.
    fn forward_of<T: Product, const TAPS: usize, const MADE: usize>(
        &self,
        images: &[T],
        filter: &[T],
        finish: impl Fn(&mut [T]) + Sync,
    ) -> Result<Vec<T>> {
        let convolution = &self.convolution;
        let (inputs, outputs) = (convolution.in_depth, convolution.out_depth);
        let of_filter = Points::new(inputs, outputs);
        let mut filter_room = Room::new(of_filter.len())?;
        let transformed = &mut *filter_room;
        with_more_registers(
            #[inline(always)]
            || filter_points::<T, TAPS>(filter, of_filter, transformed),
        );
        let transformed = &*transformed;

        let make = |(rows, out): (Range<usize>, &mut [MaybeUninit<T>])| -> Result<()> {
            let tiles = rows.len() * self.tile_columns;
            let (seen, made) = (Points::new(tiles, inputs), Points::new(tiles, outputs));
            let mut room = Room::new(seen.len() + made.len() + Points::line_len(self.tile_columns))?;
            let (image_tiles, rest) = room.split_at_mut(seen.len());
            let (output_tiles, line) = rest.split_at_mut(made.len());
            self.spread_images::<T, MADE>(images, rows.clone(), seen, image_tiles, line);
            for point in 0..POINTS * POINTS {
                let (tiles, filter) = (seen.matrix(image_tiles, point), of_filter.matrix(transformed, point));
                // SAFETY: a product is all that is written.
                let out = unsafe { uninitialised(&mut output_tiles[made.place(point, 0)..]) };
                T::product(out, outputs, tiles, filter);
            }
            let mut left = &mut *out;
            for (k, row) in rows.enumerate() {
                let count = MADE.min(convolution.rows.output - row % self.tile_rows * MADE);
                let (out, rest) = left.split_at_mut(count * convolution.columns.output * outputs);
                left = rest;
                with_more_registers(
                    #[inline(always)]
                    || {
                        let first = k * self.tile_columns;
                        made.gather_row::<T, MADE>(output_tiles, first, convolution.columns.output, line, out);
                    },
                );
            }
            // SAFETY: the rows of tiles have written every place of theirs, and with it the whole part.
            finish(unsafe { initialised(out) });
            Ok(())
        };
        let count = convolution.output().into_iter().product();
        let mut output = room_for::<T>(count)?;
        let parts = self.split::<T, MADE>(&mut output.spare_capacity_mut()[..count]);
        if convolution.is_shared() {
            parts.into_par_iter().try_for_each(make)?;
        } else {
            parts.into_iter().try_for_each(make)?;
        }
        // SAFETY: there is room for `count` elements, and the parts, which cover them, have all been written.
        unsafe { output.set_len(count) };
        Ok(output)
    }

    fn backward_filter_of<T: Product, const TAPS: usize, const MADE: usize>(
        &self,
        images: &[T],
        gradient: &[T],
    ) -> Result<Vec<T>> {
        let convolution = &self.convolution;
        let (inputs, outputs) = (convolution.in_depth, convolution.out_depth);
        let of_filter = Points::new(inputs, outputs);
        // The sum over some rows of tiles.
        let add_up = |rows: Range<usize>| -> Result<Room<T>> {
            let mut sum = Room::new(of_filter.len())?;
            let tiles = self.chunk * self.tile_columns;
            let (seen, made) = (Points::new(tiles, inputs), Points::new(tiles, outputs));
            let mut room = Room::new(seen.len() + made.len() + Points::line_len(self.tile_columns))?;
            let (image_tiles, rest) = room.split_at_mut(seen.len());
            let (gradient_tiles, line) = rest.split_at_mut(made.len());
            for first in rows.clone().step_by(self.chunk) {
                let some = first..(first + self.chunk).min(rows.end);
                let tiles = some.len() * self.tile_columns;
                let (seen, made) = (seen.first(tiles), made.first(tiles));
                self.spread_images::<T, MADE>(images, some.clone(), seen, image_tiles, line);
                self.spread_gradient::<T, MADE>(gradient, some, made, gradient_tiles, line);
                for point in 0..POINTS * POINTS {
                    let images = seen.matrix(image_tiles, point).transposed();
                    let gradient = made.matrix(gradient_tiles, point);
                    let sum = &mut sum[of_filter.place(point, 0)..];
                    if first > rows.start {
                        T::add_product(sum, outputs, images, gradient);
                    } else {
                        // SAFETY: a product is all that is written.
                        T::product(unsafe { uninitialised(sum) }, outputs, images, gradient);
                    }
                }
            }
            Ok(sum)
        };
        let rows = convolution.images * self.tile_rows;
        // As many parts as there are threads, added up in order: the answer does not depend on who was first.
        let shared = convolution.is_shared();
        let step = rows.div_ceil(if shared { rayon::current_num_threads() } else { 1 });
        let parts: Vec<Range<usize>> =
            (0..rows).step_by(step.max(1)).map(|first| first..(first + step).min(rows)).collect();
        let sums: Result<Vec<Room<T>>> = match shared {
            true => parts.into_par_iter().map(add_up).collect(),
            false => parts.into_iter().map(add_up).collect(),
        };
        let mut filter = copies(T::ZERO, TAPS * TAPS * inputs * outputs)?;
        let sum = sums?.into_iter().reduce(|mut sum, part| {
            sum.iter_mut().zip(&*part).for_each(|(sum, part)| *sum = sum.add(*part));
            sum
        });
        let Some(sum) = sum else { return Ok(filter) };
        with_more_registers(
            #[inline(always)]
            || filter_of::<T, TAPS>(&sum, of_filter, &mut filter),
        );
        Ok(filter)
    }

    /// Parts of an output: some rows of tiles, numbered over all images, and what they make.
    fn split<'a, T, const MADE: usize>(
        &self,
        mut output: &'a mut [MaybeUninit<T>],
    ) -> Vec<(Range<usize>, &'a mut [MaybeUninit<T>])> {
        let convolution = &self.convolution;
        // The first of the output's rows, numbered over all images, that a row of tiles makes.
        let row = |tiles: usize| tiles / self.tile_rows * convolution.rows.output + tiles % self.tile_rows * MADE;
        let rows = convolution.images * self.tile_rows;
        let part = |first: usize| {
            let tiles = first..(first + self.chunk).min(rows);
            let count = (row(tiles.end) - row(tiles.start)) * convolution.columns.output * convolution.out_depth;
            let (part, rest) = std::mem::take(&mut output).split_at_mut(count);
            output = rest;
            (tiles, part)
        };
        (0..rows).step_by(self.chunk).map(part).collect()
    }

    /// Transforms the tiles of images that some rows of tiles see.
    fn spread_images<T: Product, const MADE: usize>(
        &self,
        images: &[T],
        rows: Range<usize>,
        points: Points,
        target: &mut [T],
        line: &mut [T],
    ) {
        let Convolution { rows: down, columns: across, in_depth, .. } = self.convolution;
        let plane = Plane { rows: down.input, columns: across.input, depth: in_depth };
        self.spread_rows::<T, _, MADE>(
            (plane, images),
            [down.before, across.before],
            rows,
            (points, target),
            line,
            #[inline(always)]
            |pixels: [Lanes<T>; POINTS]| spread(pixels),
        );
    }

    /// Transforms the tiles of an output's gradient.
    fn spread_gradient<T: Product, const MADE: usize>(
        &self,
        gradient: &[T],
        rows: Range<usize>,
        points: Points,
        target: &mut [T],
        line: &mut [T],
    ) {
        let Convolution { rows: down, columns: across, out_depth, .. } = self.convolution;
        let plane = Plane { rows: down.output, columns: across.output, depth: out_depth };
        self.spread_rows::<T, _, MADE>(
            (plane, gradient),
            [0, 0],
            rows,
            (points, target),
            line,
            #[inline(always)]
            |pixels: [Lanes<T>; MADE]| values(pixels),
        );
    }

    /// Transforms tiles of `SIZE` rows and columns, the first of which begins so far above and before an image.
    #[inline(always)]
    fn spread_rows<T: Product, const SIZE: usize, const MADE: usize>(
        &self,
        (plane, images): (Plane, &[T]),
        [above, before]: [usize; 2],
        rows: Range<usize>,
        (points, target): (Points, &mut [T]),
        line: &mut [T],
        transform: impl Fn([Lanes<T>; SIZE]) -> Column<T> + Copy,
    ) {
        with_more_registers(
            #[inline(always)]
            || {
                for (k, row) in rows.enumerate() {
                    let top = (row % self.tile_rows * MADE) as isize - above as isize;
                    let strip = Strip { top, left: -(before as isize), advance: MADE, tiles: self.tile_columns };
                    let image = plane.image(images, row / self.tile_rows);
                    points.spread_row((plane, image), strip, k * self.tile_columns, line, target, transform);
                }
            },
        );
    }
}

#[cfg(test)]
mod tests;
