//! What the places of a convolution see, laid out as matrices: a patch for each place.
//!
//! With many channels, an image's row is laid out once, as what the places along it see of it. A place sees several rows, one
//! for each row of the filter, so that the product of the patches with the filter is a sum with a part for each:
//!
//! ```text
//! lines            row 0 | row 1 | row 2 | row 3 | ...      each [columns, column taps, channels]
//! part 0 (tap 0)   ^ places of row 0, of row 1, ...
//! part 1 (tap 1)           ^ places of row 0, of row 1, ...
//! ```
//!
//! If places or taps leave rows out, each part has lines of its own.

use std::ops::Range;

use super::{
    convolution::Convolution,
    product::{Matrix, Product},
};

/// Elements of a tile's patches.
pub(super) const TILE: usize = 1 << 17;

/// With fewer channels than this, patches are laid out tap by tap.
const DEPTH_BY_LINE: usize = 8;

/// Some places of an image: whole rows of them, or a part of one row.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    image: usize,
    rows: Range<usize>,
    columns: Range<usize>,
}

impl Tile {
    pub(super) fn places(&self) -> usize {
        self.rows.len() * self.columns.len()
    }
}

/// The patches of a tile, in parts of some taps each.
pub(super) struct Patches<'a, T> {
    /// The first part for the first group of channels.
    first: Matrix<'a, T>,
    pub(super) parts: usize,
    part_step: usize,
    group_step: usize,
}

impl<'a, T> Patches<'a, T> {
    /// A row for each place, with the elements of a group that are of some taps.
    pub(super) fn matrix(&self, group: usize, part: usize) -> Matrix<'a, T> {
        Matrix { values: &self.first.values[group * self.group_step + part * self.part_step..], ..self.first }
    }

    /// The rows of a filter that belong to a part.
    pub(super) fn taps(&self, part: usize) -> Range<usize> {
        part * self.first.columns..(part + 1) * self.first.columns
    }
}

impl Convolution {
    /// Elements that a place sees of a row.
    fn line_taps(&self) -> usize {
        self.columns.taps * self.filter_depth
    }

    fn is_by_tap(&self) -> bool {
        self.in_depth < DEPTH_BY_LINE
    }

    /// Rows and columns of a tile.
    fn tile_sizes(&self) -> (usize, usize) {
        let (rows, columns) = (&self.rows, &self.columns);
        let taps = self.taps() * self.groups;
        let line = (columns.output * self.groups).saturating_mul(self.line_taps()).max(1);
        let own = TILE / line.saturating_mul(rows.taps);
        let count = if self.is_by_tap() || self.is_pointwise() || rows.stride > 1 {
            own
        } else {
            own.max((TILE / line).saturating_sub((rows.taps - 1) * rows.dilation))
        };
        match count {
            0 => (1, (TILE / taps.max(1)).clamp(1, columns.output.max(1))),
            count => (count.min(rows.output.max(1)), columns.output.max(1)),
        }
    }

    /// The tiles of all images, in the order of the output.
    pub(super) fn tiles(&self) -> Vec<Tile> {
        let (rows, columns) = self.tile_sizes();
        let pieces = |size: usize, step: usize| (0..size).step_by(step).map(move |k| k..(k + step).min(size));
        let of_image = |image| {
            pieces(self.rows.output, rows).flat_map(move |rows| {
                pieces(self.columns.output, columns).map(move |columns| Tile { image, rows: rows.clone(), columns })
            })
        };
        (0..self.images).flat_map(of_image).collect()
    }

    /// The tiles, each with its part of an output.
    pub(super) fn split<'a, T>(&self, mut output: &'a mut [T]) -> Vec<(Tile, &'a mut [T])> {
        let depth = self.output()[3];
        let with_part = |tile: Tile| {
            let (part, rest) = std::mem::take(&mut output).split_at_mut(tile.places() * depth);
            output = rest;
            (tile, part)
        };
        self.tiles().into_iter().map(with_part).collect()
    }

    /// The number of a tile's first place among those of all images.
    pub(super) fn place(&self, tile: &Tile) -> usize {
        (tile.image * self.rows.output + tile.rows.start) * self.columns.output + tile.columns.start
    }

    /// The patches of a tile: the images themselves, or a copy in `room`.
    pub(super) fn patches<'a, T: Product>(&self, images: &'a [T], tile: &Tile, room: &'a mut Vec<T>) -> Patches<'a, T> {
        let (places, taps) = (tile.places(), self.taps());
        if self.is_pointwise() {
            let first = &images[self.place(tile) * self.in_depth..];
            let first = Matrix::new(first, places, self.filter_depth, self.in_depth);
            return Patches { first, parts: 1, part_step: 0, group_step: self.filter_depth };
        }
        let size = self.rows.input * self.columns.input * self.in_depth;
        let image = &images[tile.image * size..(tile.image + 1) * size];
        if self.is_by_tap() {
            let room = resized(room, self.groups * taps * places);
            for (group, patches) in room.chunks_exact_mut(taps * places).enumerate() {
                self.lay_taps(image, tile, group, patches);
            }
            let first = Matrix::new(&*room, taps, places, places).transposed();
            return Patches { first, parts: 1, part_step: 0, group_step: taps * places };
        }
        // Where the lines of a part begin, after those of the part before.
        let shared = self.rows.stride == 1 && self.rows.dilation <= tile.rows.len();
        let step = if shared { self.rows.dilation } else { tile.rows.len() };
        let lines = (self.rows.taps - 1) * step + tile.rows.len();
        let line = tile.columns.len() * self.line_taps();
        let room = resized(room, self.groups * lines * line);
        for (k, target) in room.chunks_exact_mut(line).enumerate() {
            let (group, k) = (k / lines, k % lines);
            let tap = (k / step).min(self.rows.taps - 1);
            let row = tile.rows.start + k - tap * step;
            let row = (row * self.rows.stride + tap * self.rows.dilation).checked_sub(self.rows.before);
            let pixels = row.filter(|row| *row < self.rows.input);
            let pixels = pixels.map(|row| &image[row * self.columns.input * self.in_depth..]);
            self.lay_line(pixels, tile.columns.clone(), group, target);
        }
        let first = Matrix::new(&*room, places, self.line_taps(), self.line_taps());
        Patches { first, parts: self.rows.taps, part_step: step * line, group_step: lines * line }
    }

    /// Lays out what places along a row of pixels see of it. No pixels are those above or below the image.
    fn lay_line<T: Product>(&self, pixels: Option<&[T]>, places: Range<usize>, group: usize, line: &mut [T]) {
        let (depth, columns) = (self.filter_depth, &self.columns);
        for (place, patch) in places.zip(line.chunks_exact_mut(self.line_taps())) {
            let (taps, column) = columns.inside(place);
            let Some(pixels) = pixels.filter(|_| !taps.is_empty()) else {
                patch.fill(T::ZERO);
                continue;
            };
            let (patch, after) = patch.split_at_mut(taps.end * depth);
            let (before, inside) = patch.split_at_mut(taps.start * depth);
            before.fill(T::ZERO);
            after.fill(T::ZERO);
            if columns.dilation == 1 && self.groups == 1 {
                // No pixels and no channels are left out.
                inside.copy_from_slice(&pixels[column * depth..column * depth + inside.len()]);
                continue;
            }
            for (k, to) in inside.chunks_exact_mut(depth).enumerate() {
                let from = (column + k * columns.dilation) * self.in_depth + group * depth;
                to.copy_from_slice(&pixels[from..from + depth]);
            }
        }
    }

    /// Lays out the first element of every patch, then the second, and so on: with few channels, what neighbouring places
    /// see at one tap makes the longer runs.
    fn lay_taps<T: Product>(&self, image: &[T], tile: &Tile, group: usize, patches: &mut [T]) {
        let (rows, columns) = (&self.rows, &self.columns);
        let width = tile.columns.len();
        // One channel and as many places as pixels: what all places see at a tap is the image, moved.
        let moved = self.in_depth == 1 && rows.stride == 1 && columns.stride == 1 && width == columns.input;
        for (tap, patches) in patches.chunks_exact_mut(tile.places()).enumerate() {
            let (tap, channel) = (tap / self.filter_depth, tap % self.filter_depth);
            let (row_tap, column_tap) = (tap / columns.taps, tap % columns.taps);
            let seen = columns.places_inside(column_tap, tile.columns.clone());
            let seen_rows = rows.places_inside(row_tap, tile.rows.clone());
            if seen.is_empty() || seen_rows.is_empty() {
                patches.fill(T::ZERO);
                continue;
            }
            let (patches, below) = patches.split_at_mut((seen_rows.end - tile.rows.start) * width);
            let (above, patches) = patches.split_at_mut((seen_rows.start - tile.rows.start) * width);
            above.fill(T::ZERO);
            below.fill(T::ZERO);
            let row = seen_rows.start * rows.stride + row_tap * rows.dilation - rows.before;
            let column = seen.start * columns.stride + column_tap * columns.dilation - columns.before;
            let first = (row * columns.input + column) * self.in_depth + group * self.filter_depth + channel;
            let (left, right) = (seen.start - tile.columns.start, tile.columns.end - seen.end);
            if moved {
                let end = patches.len() - right;
                patches[left..end].copy_from_slice(&image[first..first + end - left]);
            }
            for (k, target) in patches.chunks_exact_mut(width).enumerate() {
                let (target, after) = target.split_at_mut(width - right);
                let (before, inside) = target.split_at_mut(left);
                before.iter_mut().chain(after).for_each(|x| *x = T::ZERO);
                if !moved {
                    let first = first + k * rows.stride * columns.input * self.in_depth;
                    let source = image[first..].iter().step_by(columns.stride * self.in_depth);
                    inside.iter_mut().zip(source).for_each(|(to, from)| *to = *from);
                }
            }
        }
    }
}

/// The first `size` elements of a vector, made longer if need be. What they are does not matter.
fn resized<T: Product>(room: &mut Vec<T>, size: usize) -> &mut [T] {
    if room.len() < size {
        room.resize(size, T::ZERO);
    }
    &mut room[..size]
}
