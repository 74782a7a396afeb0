//! Convolutions as products of matrices: each place's window laid out as a row (a patch), a tile of places at a time.
//!
//! ```text
//! forward   output  [places, out]  = patches [places, taps] · filter [taps, out]
//! filter    filter' [taps, out]    = patches^T · output'
//! input     patches' [places, taps] = output' · filter^T, whose elements are then added where they came from
//! ```
//!
//! A tile stays in a cache, so that no more than a few hundred kilobytes are needed besides inputs and output. Images have
//! their channels last. With groups, each group of channels has filters of its own.

use std::{mem::MaybeUninit, ops::Range};

use rayon::prelude::*;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Shape;

use super::{
    product::{Matrix, Product, initialised},
    window::{Axis, Moves},
};
use crate::{
    array::elements::{copies, room_for},
    math::vector::widest,
};

/// Elements of a tile of patches.
const TILE: usize = 1 << 17;

/// With fewer channels than this, patches are laid out tap by tap.
const DEPTH_BY_PLACE: usize = 8;

/// Convolutions of fewer multiplications than this are not worth waking other threads for.
const PARALLEL_MIN: usize = 4 << 20;

/// The sizes of a convolution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Convolution {
    pub(super) batch: usize,
    pub(super) rows: Axis,
    pub(super) columns: Axis,
    pub(super) in_depth: usize,
    pub(super) out_depth: usize,
    /// Channels that a filter looks at.
    filter_depth: usize,
    groups: usize,
}

impl Convolution {
    /// Of images `[batch, rows, columns, channels]` with filters `[rows, columns, channels, outputs]`.
    pub(super) fn new(moves: &Moves, images: [usize; 4], filter: &Shape) -> Result<Convolution> {
        let [batch, rows, columns, in_depth] = images;
        let &[row_taps, column_taps, filter_depth, out_depth] = &filter[..] else {
            return Err(invalid_argument(format!("filter must be 4-dimensional: {filter}")));
        };
        if row_taps == 0 || column_taps == 0 || filter_depth == 0 {
            return Err(invalid_argument(format!("filter must not have zero elements: {filter}")));
        }
        if in_depth % filter_depth != 0 {
            return Err(invalid_argument(format!(
                "input depth must be evenly divisible by filter depth: {in_depth} vs {filter_depth}"
            )));
        }
        let groups = in_depth / filter_depth;
        if groups > 0 && out_depth % groups != 0 {
            return Err(invalid_argument(format!(
                "output depth must be evenly divisible by number of groups: {out_depth} vs {groups}"
            )));
        }
        let [rows, columns] = moves.over([rows, columns], [row_taps, column_taps])?;
        Ok(Convolution { batch, rows, columns, in_depth, out_depth, filter_depth, groups })
    }

    /// `[batch, rows, columns, channels]` of the output.
    pub(super) fn output(&self) -> [usize; 4] {
        [self.batch, self.rows.output, self.columns.output, self.out_depth]
    }

    /// Places of one image.
    fn places(&self) -> usize {
        self.rows.output * self.columns.output
    }

    /// Elements of a patch.
    fn taps(&self) -> usize {
        self.rows.taps * self.columns.taps * self.filter_depth
    }

    /// Whether an image is its own matrix of patches.
    fn is_pointwise(&self) -> bool {
        self.rows.is_identity() && self.columns.is_identity()
    }

    /// Whether the work is shared out among threads.
    fn is_shared(&self) -> bool {
        let work = (self.batch * self.places()).saturating_mul(self.taps()).saturating_mul(self.out_depth);
        work >= PARALLEL_MIN && rayon::current_num_threads() > 1
    }

    /// Places of a tile.
    fn tile(&self) -> usize {
        (TILE / self.taps()).max(1)
    }

    /// Channels of the output that one group makes.
    fn group_outputs(&self) -> usize {
        self.out_depth / self.groups.max(1)
    }

    /// The filters of a group, a column each.
    fn filter<'a, T>(&self, filter: &'a [T], group: usize) -> Matrix<'a, T> {
        Matrix::new(&filter[group * self.group_outputs()..], self.taps(), self.group_outputs(), self.out_depth)
    }

    /// The output. `finish` is called on each tile of it, while it is still in a cache.
    pub(super) fn forward<T: Product>(
        &self,
        images: &[T],
        filter: &[T],
        finish: impl Fn(&mut [T]) + Sync,
    ) -> Result<Vec<T>> {
        let count = self.output().into_iter().product();
        if self.groups == 0 || self.taps() == 0 || count == 0 {
            let mut output = copies(T::ZERO, count)?;
            if self.out_depth > 0 {
                finish(&mut output);
            }
            return Ok(output);
        }
        let mut output = room_for::<T>(count)?;
        let places = self.tile();
        let tile = |patches: &mut Vec<T>, (number, out): (usize, &mut [MaybeUninit<T>])| {
            let first = number * places;
            let range = first..first + out.len() / self.out_depth;
            for group in 0..self.groups {
                let patches = self.patches(images, range.clone(), group, patches);
                let out = &mut out[group * self.group_outputs()..];
                T::product(out, self.out_depth, patches, self.filter(filter, group));
            }
            // SAFETY: the products of all groups have written every channel of every place of the tile.
            finish(unsafe { initialised(out) });
        };
        let out = &mut output.spare_capacity_mut()[..count];
        if self.is_shared() {
            out.par_chunks_mut(places * self.out_depth).enumerate().for_each_init(Vec::new, tile);
        } else {
            let mut patches = Vec::new();
            out.chunks_mut(places * self.out_depth).enumerate().for_each(|part| tile(&mut patches, part));
        }
        // SAFETY: there is room for `count` elements, and the tiles, which cover them, have all been written.
        unsafe { output.set_len(count) };
        Ok(output)
    }

    /// The gradient of the filter.
    pub(super) fn backward_filter<T: Product>(&self, images: &[T], gradient: &[T]) -> Result<Vec<T>> {
        let size = self.taps() * self.out_depth;
        let mut total = copies(T::ZERO, size)?;
        let places = self.batch * self.places();
        if places == 0 || size == 0 || self.groups == 0 {
            return Ok(total);
        }
        let add = |total: &mut [T], range: Range<usize>| {
            let mut patches = Vec::new();
            let mut first = range.start;
            while first < range.end {
                let tile = first..(first + self.tile()).min(range.end);
                for group in 0..self.groups {
                    let outputs = self.group_outputs();
                    let gradient = &gradient[tile.start * self.out_depth + group * outputs..];
                    let gradient = Matrix::new(gradient, tile.len(), outputs, self.out_depth);
                    let patches = self.patches(images, tile.clone(), group, &mut patches);
                    T::add_product(&mut total[group * outputs..], self.out_depth, patches.transposed(), gradient);
                }
                first = tile.end;
            }
        };
        if !self.is_shared() {
            add(&mut total, 0..places);
            return Ok(total);
        }
        // As many parts as there are threads, added up in order: the answer does not depend on who was first.
        let part = places.div_ceil(rayon::current_num_threads());
        let parts: Result<Vec<Vec<T>>> = (0..places.div_ceil(part))
            .into_par_iter()
            .map(|k| {
                let mut sum = copies(T::ZERO, size)?;
                add(&mut sum, k * part..((k + 1) * part).min(places));
                Ok(sum)
            })
            .collect();
        for part in parts? {
            total.iter_mut().zip(part).for_each(|(total, part)| *total = total.add(part));
        }
        Ok(total)
    }

    /// The gradient of the images.
    pub(super) fn backward_images<T: Product>(&self, filter: &[T], gradient: &[T]) -> Result<Vec<T>> {
        let size = self.rows.input * self.columns.input * self.in_depth;
        let mut images = copies(T::ZERO, self.batch * size)?;
        let places = self.places();
        if images.is_empty() || self.out_depth == 0 || places == 0 {
            return Ok(images);
        }
        let one = |patches: &mut Vec<T>, (image, gradient): (&mut [T], &[T])| {
            let mut first = 0;
            while first < places {
                let tile = first..(first + self.tile()).min(places);
                for group in 0..self.groups {
                    self.add_tile(image, tile.clone(), group, filter, gradient, patches);
                }
                first = tile.end;
            }
        };
        let step = places * self.out_depth;
        if self.is_shared() {
            images.par_chunks_mut(size).zip(gradient.par_chunks(step)).for_each_init(Vec::new, one);
        } else {
            let mut patches = Vec::new();
            images.chunks_mut(size).zip(gradient.chunks(step)).for_each(|image| one(&mut patches, image));
        }
        Ok(images)
    }

    /// Adds what the places of a tile say about an image.
    fn add_tile<T: Product>(
        &self,
        image: &mut [T],
        tile: Range<usize>,
        group: usize,
        filter: &[T],
        gradient: &[T],
        patches: &mut Vec<T>,
    ) {
        let outputs = self.group_outputs();
        let gradient = &gradient[tile.start * self.out_depth + group * outputs..];
        let gradient = Matrix::new(gradient, tile.len(), outputs, self.out_depth);
        let filter = self.filter(filter, group).transposed();
        if self.is_pointwise() {
            let image = &mut image[tile.start * self.in_depth + group * self.filter_depth..];
            return T::add_product(image, self.in_depth, gradient, filter);
        }
        let size = tile.len() * self.taps();
        patches.clear();
        patches.reserve(size);
        T::product(&mut patches.spare_capacity_mut()[..size], self.taps(), gradient, filter);
        // SAFETY: the product has written as many rows of `taps` elements as the tile has places.
        unsafe { patches.set_len(size) };
        widest(
            #[inline(always)]
            || {
                self.for_each_run(tile, group, |run| {
                    let source = &patches[run.patch..run.patch + run.count];
                    let target = &mut image[run.image..run.image + run.count];
                    target.iter_mut().zip(source).for_each(|(sum, x)| *sum = sum.add(*x));
                });
            },
        );
    }

    /// The patches of places (of all images), a row each; either the images themselves or a copy in `room`.
    fn patches<'a, T: Product>(
        &self,
        images: &'a [T],
        places: Range<usize>,
        group: usize,
        room: &'a mut Vec<T>,
    ) -> Matrix<'a, T> {
        if self.is_pointwise() {
            let images = &images[places.start * self.in_depth + group * self.filter_depth..];
            return Matrix::new(images, places.len(), self.filter_depth, self.in_depth);
        }
        let taps = self.taps();
        if room.len() < places.len() * taps {
            room.resize(places.len() * taps, T::ZERO);
        }
        let room = &mut room[..places.len() * taps];
        let by_tap = self.in_depth < DEPTH_BY_PLACE;
        let per_image = self.places();
        let size = self.rows.input * self.columns.input * self.in_depth;
        let mut first = places.start;
        while first < places.end {
            let image = first / per_image;
            let end = ((image + 1) * per_image).min(places.end);
            let pixels = &images[image * size..(image + 1) * size];
            let (done, part) = (first - places.start, first - image * per_image..end - image * per_image);
            if by_tap {
                self.copy_by_tap(pixels, part, group, room, done, places.len());
            } else {
                self.copy_by_place(pixels, part, group, &mut room[done * taps..]);
            }
            first = end;
        }
        match by_tap {
            true => Matrix::new(room, taps, places.len(), places.len()).transposed(),
            false => Matrix::new(room, places.len(), taps, taps),
        }
    }

    /// Lays the patches out one after the other: runs of channels, which should be many, are copied.
    fn copy_by_place<T: Product>(&self, image: &[T], places: Range<usize>, group: usize, patches: &mut [T]) {
        let taps = self.taps();
        for (place, patch) in places.clone().zip(patches.chunks_exact_mut(taps)) {
            let (rows, _) = self.rows.inside(place / self.columns.output);
            let (columns, _) = self.columns.inside(place % self.columns.output);
            if rows.len() < self.rows.taps || columns.len() < self.columns.taps {
                // Part of the window lies outside of the image.
                patch.fill(T::ZERO);
            }
        }
        self.for_each_run(places, group, |run| {
            patches[run.patch..run.patch + run.count].copy_from_slice(&image[run.image..run.image + run.count]);
        });
    }

    /// Lays out the first element of every patch, then the second, and so on, `count` of each: with few channels, what
    /// neighbouring places see at one tap makes the longer runs.
    fn copy_by_tap<T: Product>(
        &self,
        image: &[T],
        places: Range<usize>,
        group: usize,
        patches: &mut [T],
        done: usize,
        count: usize,
    ) {
        let (rows, columns) = (&self.rows, &self.columns);
        let step = columns.stride * self.in_depth;
        let mut place = places.start;
        while place < places.end {
            let (row, first) = (place / columns.output, place % columns.output);
            let last = columns.output.min(first + places.end - place);
            for row_tap in 0..rows.taps {
                let at = (row * rows.stride + row_tap * rows.dilation).checked_sub(rows.before);
                let pixels = at.filter(|at| *at < rows.input).map(|at| &image[at * columns.input * self.in_depth..]);
                for column_tap in 0..columns.taps {
                    let seen = columns.places_inside(column_tap, first..last);
                    for channel in 0..self.filter_depth {
                        let tap = (row_tap * columns.taps + column_tap) * self.filter_depth + channel;
                        let begin = tap * count + done + place - places.start;
                        let target = &mut patches[begin..begin + last - first];
                        let Some(pixels) = pixels.filter(|_| !seen.is_empty()) else {
                            target.fill(T::ZERO);
                            continue;
                        };
                        let column = seen.start * columns.stride + column_tap * columns.dilation - columns.before;
                        let source = &pixels[column * self.in_depth + group * self.filter_depth + channel..];
                        let (before, rest) = target.split_at_mut(seen.start - first);
                        let (inside, after) = rest.split_at_mut(seen.len());
                        before.fill(T::ZERO);
                        after.fill(T::ZERO);
                        if step == 1 {
                            inside.copy_from_slice(&source[..inside.len()]);
                        } else {
                            inside.iter_mut().zip(source.iter().step_by(step)).for_each(|(to, from)| *to = *from);
                        }
                    }
                }
            }
            place += last - first;
        }
    }

    /// Calls `visit` for all that places of one image see of it, in runs that are contiguous in the image and in the patch.
    #[inline(always)]
    fn for_each_run(&self, places: Range<usize>, group: usize, mut visit: impl FnMut(Run)) {
        let (rows, columns) = (&self.rows, &self.columns);
        // Neighbouring taps are neighbours in the image if no channels and no columns are left out.
        let merged = columns.dilation == 1 && self.groups == 1;
        for (k, place) in places.enumerate() {
            let (row_taps, row) = rows.inside(place / columns.output);
            let (column_taps, column) = columns.inside(place % columns.output);
            if column_taps.is_empty() {
                // The window lies in the padding, and `column` perhaps past the image.
                continue;
            }
            for (r, row_tap) in row_taps.enumerate() {
                let image = ((row + r * rows.dilation) * columns.input + column) * self.in_depth;
                let tap = row_tap * columns.taps + column_taps.start;
                let patch = k * self.taps() + tap * self.filter_depth;
                if merged {
                    visit(Run { image, patch, count: column_taps.len() * self.filter_depth });
                    continue;
                }
                for c in 0..column_taps.len() {
                    visit(Run {
                        image: image + c * columns.dilation * self.in_depth + group * self.filter_depth,
                        patch: patch + c * self.filter_depth,
                        count: self.filter_depth,
                    });
                }
            }
        }
    }
}

/// Elements that are neighbours both in an image and in a patch.
struct Run {
    image: usize,
    patch: usize,
    count: usize,
}
