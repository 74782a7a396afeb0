//! Convolutions as products of matrices: each place's window laid out as a row (a patch), a tile of places at a time.
//!
//! ```text
//! forward   output  [places, out]  = patches [places, taps] · filter [taps, out]
//! filter    filter' [taps, out]    = patches^T · output'
//! input     the convolution of output' with the filter turned around; or, if places leave out elements,
//!           patches' [places, taps] = output' · filter^T, whose elements are then added where they came from
//! ```
//!
//! A tile stays in a cache, so that no more than a few hundred kilobytes are needed besides inputs and output. Images have
//! their channels last. With groups, each group of channels has filters of its own. Where it takes less time, forward and
//! filter go the way of `winograd.rs` instead.

use std::{mem::MaybeUninit, ops::Range};

use rayon::prelude::*;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Shape;

use super::{
    patches::{TILE, Tile},
    product::{Matrix, Product, initialised},
    window::{Axis, Moves},
    winograd::Winograd,
};
use crate::{
    array::elements::{copies, room_for},
    math::vector::widest,
};

/// With fewer channels of images than this, a convolution that makes them is slower than to add up what places say.
const TURNED_MIN: usize = 16;

/// Convolutions of fewer multiplications than this are not worth waking other threads for.
const PARALLEL_MIN: usize = 4 << 20;

/// The sizes of a convolution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Convolution {
    /// Images, each of which is looked at by itself.
    pub(super) images: usize,
    pub(super) rows: Axis,
    pub(super) columns: Axis,
    pub(super) in_depth: usize,
    /// Channels that a filter looks at.
    pub(super) filter_depth: usize,
    pub(super) groups: usize,
    pub(super) out_depth: usize,
    output: [usize; 4],
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
        let output = [batch, rows.output, columns.output, out_depth];
        let mut made = Convolution { images: batch, rows, columns, in_depth, filter_depth, groups, out_depth, output };
        if made.is_pointwise() {
            // Neighbours do not matter: all images are as good as one tall one, of which tiles can be large.
            let rows = batch * rows.input;
            (made.images, made.rows.input, made.rows.output) = (1, rows, rows);
        }
        Ok(made)
    }

    /// `[batch, rows, columns, channels]` of the output.
    pub(super) fn output(&self) -> [usize; 4] {
        self.output
    }

    /// Places of one image.
    fn places(&self) -> usize {
        self.rows.output * self.columns.output
    }

    /// Elements of a patch.
    pub(super) fn taps(&self) -> usize {
        self.rows.taps * self.columns.taps * self.filter_depth
    }

    /// Whether an image is its own matrix of patches.
    pub(super) fn is_pointwise(&self) -> bool {
        self.rows.is_identity() && self.columns.is_identity()
    }

    /// Whether the work is shared out among threads.
    pub(super) fn is_shared(&self) -> bool {
        self.multiplications() >= PARALLEL_MIN && rayon::current_num_threads() > 1
    }

    /// How many there are, taken one by one.
    pub(super) fn multiplications(&self) -> usize {
        (self.images * self.places()).saturating_mul(self.taps()).saturating_mul(self.out_depth)
    }

    /// Channels of the output that one group makes.
    fn group_outputs(&self) -> usize {
        self.out_depth / self.groups.max(1)
    }

    /// The filters of a group, a column each: some of their taps.
    fn filter<'a, T>(&self, filter: &'a [T], group: usize, taps: Range<usize>) -> Matrix<'a, T> {
        let first = taps.start * self.out_depth + group * self.group_outputs();
        Matrix::new(&filter[first..], taps.len(), self.group_outputs(), self.out_depth)
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
        if let Some(tiled) = Winograd::of::<T>(self) {
            return tiled.forward(images, filter, finish);
        }
        self.forward_directly(images, filter, finish)
    }

    /// The output, which is not empty, from patches.
    pub(super) fn forward_directly<T: Product>(
        &self,
        images: &[T],
        filter: &[T],
        finish: impl Fn(&mut [T]) + Sync,
    ) -> Result<Vec<T>> {
        let count = self.output().into_iter().product();
        let mut output = room_for::<T>(count)?;
        let make = |room: &mut Vec<T>, (tile, out): (Tile, &mut [MaybeUninit<T>])| {
            let patches = self.patches(images, &tile, room);
            for part in 0..patches.parts {
                for group in 0..self.groups {
                    let filter = self.filter(filter, group, patches.taps(part));
                    let (first, patches) = (group * self.group_outputs(), patches.matrix(group, part));
                    if part == 0 {
                        T::product(&mut out[first..], self.out_depth, patches, filter);
                    } else {
                        // SAFETY: the products of the first part have written every channel of every place of the tile.
                        let out = unsafe { initialised(out) };
                        T::add_product(&mut out[first..], self.out_depth, patches, filter);
                    }
                }
            }
            // SAFETY: as above; there is at least one part.
            finish(unsafe { initialised(out) });
        };
        let tiles = self.split(&mut output.spare_capacity_mut()[..count]);
        if self.is_shared() {
            tiles.into_par_iter().for_each_init(Vec::new, make);
        } else {
            let mut room = Vec::new();
            tiles.into_iter().for_each(|tile| make(&mut room, tile));
        }
        // SAFETY: there is room for `count` elements, and the tiles, which cover them, have all been written.
        unsafe { output.set_len(count) };
        Ok(output)
    }

    /// The gradient of the filter.
    pub(super) fn backward_filter<T: Product>(&self, images: &[T], gradient: &[T]) -> Result<Vec<T>> {
        let size = self.taps() * self.out_depth;
        if self.images * self.places() == 0 || size == 0 || self.groups == 0 {
            return copies(T::ZERO, size);
        }
        match Winograd::of::<T>(self) {
            Some(tiled) => tiled.backward_filter(images, gradient),
            None => self.backward_filter_directly(images, gradient),
        }
    }

    /// The gradient of the filter, from patches of which there are some.
    pub(super) fn backward_filter_directly<T: Product>(&self, images: &[T], gradient: &[T]) -> Result<Vec<T>> {
        let size = self.taps() * self.out_depth;
        let mut total = copies(T::ZERO, size)?;
        let tiles = self.tiles();
        let add = |total: &mut [T], tiles: &[Tile]| {
            let mut room = Vec::new();
            for tile in tiles {
                let patches = self.patches(images, tile, &mut room);
                for group in 0..self.groups {
                    let outputs = self.group_outputs();
                    let gradient = &gradient[self.place(tile) * self.out_depth + group * outputs..];
                    let gradient = Matrix::new(gradient, tile.places(), outputs, self.out_depth);
                    for part in 0..patches.parts {
                        let total = &mut total[patches.taps(part).start * self.out_depth + group * outputs..];
                        let patches = patches.matrix(group, part).transposed();
                        T::add_product(total, self.out_depth, patches, gradient);
                    }
                }
            }
        };
        if !self.is_shared() {
            add(&mut total, &tiles);
            return Ok(total);
        }
        // As many parts as there are threads, added up in order: the answer does not depend on who was first.
        let parts: Result<Vec<Vec<T>>> = tiles
            .par_chunks(tiles.len().div_ceil(rayon::current_num_threads()))
            .map(|tiles| {
                let mut sum = copies(T::ZERO, size)?;
                add(&mut sum, tiles);
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
        if let Some(turned) = self.turned() {
            return turned.forward(gradient, &self.turned_filter(filter)?, |_| ());
        }
        let size = self.rows.input * self.columns.input * self.in_depth;
        let mut images = copies(T::ZERO, self.images * size)?;
        let places = self.places();
        if images.is_empty() || self.out_depth == 0 || places == 0 {
            return Ok(images);
        }
        let one = |patches: &mut Vec<T>, (image, gradient): (&mut [T], &[T])| {
            let mut first = 0;
            while first < places {
                let tile = first..(first + (TILE / self.taps()).max(1)).min(places);
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

    /// The convolution that makes the gradient of the images from that of the output.
    fn turned(&self) -> Option<Convolution> {
        if self.groups != 1 || self.in_depth < TURNED_MIN || self.is_pointwise() {
            return None;
        }
        let (rows, columns) = (self.rows.turned()?, self.columns.turned()?);
        let output = [self.images, rows.output, columns.output, self.in_depth];
        let (in_depth, out_depth) = (self.out_depth, self.in_depth);
        (in_depth > 0).then_some(Convolution {
            rows,
            columns,
            in_depth,
            filter_depth: in_depth,
            out_depth,
            output,
            ..*self
        })
    }

    /// The filter of [`Convolution::turned`]: the last tap first, and outputs for channels.
    fn turned_filter<T: Product>(&self, filter: &[T]) -> Result<Vec<T>> {
        let mut turned = room_for::<T>(filter.len())?;
        for tap in filter.chunks_exact(self.in_depth * self.out_depth).rev() {
            for output in 0..self.out_depth {
                turned.extend(tap[output..].iter().step_by(self.out_depth));
            }
        }
        Ok(turned)
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
        let filter = self.filter(filter, group, 0..self.taps()).transposed();
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
