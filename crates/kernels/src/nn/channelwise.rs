//! Depthwise convolutions with one filter for each channel, whose sums stay in registers.
//!
//! ```text
//! forward   for some channels of a few places in a row: a sum each, over all taps
//! filter    for some channels of a tap: a few sums over all places of an image, which are added up then
//! images    the forward convolution of output' with the filter turned around, where no place is left out
//! ```

use std::ops::Range;

use super::window::Axis;
use crate::math::{number::Float, vector::with_more_registers};

/// Channels that are summed up together: many, then few, and the last of them one by one.
const WIDE: usize = 32;
const NARROW: usize = 8;

/// Places whose sums are held at a time: a tap of the filter is read once for them.
const PLACES: usize = 4;

/// The windows over an image of so many channels.
#[derive(Clone, Copy)]
pub(super) struct Channelwise {
    pub(super) rows: Axis,
    pub(super) columns: Axis,
    pub(super) depth: usize,
}

/// Calls a method for all channels, with how many are summed up together.
macro_rules! for_channels {
    ($self:ident.$method:ident::<$T:ident>($($argument:expr),*)) => {
        let mut channel = 0;
        while channel + WIDE <= $self.depth {
            $self.$method::<$T, WIDE>(channel, $($argument),*);
            channel += WIDE;
        }
        while channel + NARROW <= $self.depth {
            $self.$method::<$T, NARROW>(channel, $($argument),*);
            channel += NARROW;
        }
        while channel < $self.depth {
            $self.$method::<$T, 1>(channel, $($argument),*);
            channel += 1;
        }
    };
}

impl Channelwise {
    /// The convolution of one image.
    pub(super) fn forward<T: Float>(&self, image: &[T], filter: &[T], out: &mut [T]) {
        with_more_registers(
            #[inline(always)]
            || {
                // The places in a row all of whose taps lie in the image.
                let places = self.columns.places_inside(0, 0..self.columns.output);
                let whole = self.columns.places_inside(self.columns.taps - 1, places);
                for row in 0..self.rows.output {
                    let taps = self.rows.inside(row);
                    let out = &mut out[row * self.columns.output * self.depth..][..self.columns.output * self.depth];
                    for_channels!(self.forward_row::<T>(&taps, &whole, image, filter, out));
                }
            },
        );
    }

    /// Some channels of a row of places, the first tap of whose window, of those that lie in the image, is in some row.
    #[inline(always)]
    fn forward_row<T: Float, const N: usize>(
        &self,
        channel: usize,
        (row_taps, first_row): &(Range<usize>, usize),
        whole: &Range<usize>,
        image: &[T],
        filter: &[T],
        out: &mut [T],
    ) {
        let Axis { taps, stride, before, output, .. } = self.columns;
        let window = |place: usize| match whole.contains(&place) {
            true => (0..taps, place * stride - before),
            false => self.columns.inside(place),
        };
        let mut place = 0;
        while place < output {
            let (column_taps, first_column) = window(place);
            let out = &mut out[place * self.depth + channel..];
            if row_taps.is_empty() || column_taps.is_empty() {
                out[..N].fill(T::ZERO);
                place += 1;
                continue;
            }
            let counts = [row_taps.len(), column_taps.len()];
            let pixels = &image[(first_row * self.columns.input + first_column) * self.depth + channel..];
            let weights = &filter[(row_taps.start * taps + column_taps.start) * self.depth + channel..];
            if whole.contains(&place) && place + PLACES <= whole.end {
                let sums = self.sums::<T, N, PLACES>(counts, pixels, weights);
                for (k, sums) in sums.iter().enumerate() {
                    out[k * self.depth..][..N].copy_from_slice(sums);
                }
                place += PLACES;
            } else {
                let [sums] = self.sums::<T, N, 1>(counts, pixels, weights);
                out[..N].copy_from_slice(&sums);
                place += 1;
            }
        }
    }

    /// The sums over so many rows and columns of taps of some channels, of places next to each other.
    #[inline(always)]
    fn sums<T: Float, const N: usize, const COUNT: usize>(
        &self,
        [rows, columns]: [usize; 2],
        pixels: &[T],
        weights: &[T],
    ) -> [[T; N]; COUNT] {
        let pixel_row = self.rows.dilation * self.columns.input * self.depth;
        let (pixel_step, place_step) = (self.columns.dilation * self.depth, self.columns.stride * self.depth);
        let mut sums = [[T::ZERO; N]; COUNT];
        for row in 0..rows {
            let (pixels, weights) = (&pixels[row * pixel_row..], &weights[row * self.columns.taps * self.depth..]);
            for column in 0..columns {
                let weights: [T; N] = load(weights, column * self.depth);
                for (place, sums) in sums.iter_mut().enumerate() {
                    add_products(sums, load(pixels, column * pixel_step + place * place_step), weights);
                }
            }
        }
        sums
    }

    /// Adds an image's part of the filter's gradient at one tap.
    pub(super) fn add_to_filter<T: Float>(
        &self,
        [row_tap, column_tap]: [usize; 2],
        image: &[T],
        gradient: &[T],
        sums: &mut [T],
    ) {
        with_more_registers(
            #[inline(always)]
            || {
                for_channels!(self.add_channels::<T>([row_tap, column_tap], image, gradient, sums));
            },
        );
    }

    #[inline(always)]
    fn add_channels<T: Float, const N: usize>(
        &self,
        channel: usize,
        [row_tap, column_tap]: [usize; 2],
        image: &[T],
        gradient: &[T],
        sums: &mut [T],
    ) {
        let Channelwise { rows, columns, depth } = self;
        // Several, so that an addition need not wait for the one before.
        let mut parts = [[T::ZERO; N]; PLACES];
        let places = columns.places_inside(column_tap, 0..columns.output);
        if places.is_empty() {
            return;
        }
        let first_column = places.start * columns.stride + column_tap * columns.dilation - columns.before;
        let pixel_step = columns.stride * depth;
        for i in rows.places_inside(row_tap, 0..rows.output) {
            let row = i * rows.stride + row_tap * rows.dilation - rows.before;
            let pixels = &image[(row * columns.input + first_column) * depth + channel..];
            let gradient = &gradient[(i * columns.output + places.start) * depth + channel..];
            let mut j = 0;
            while j + PLACES <= places.len() {
                for (k, part) in parts.iter_mut().enumerate() {
                    add_products(part, load(pixels, (j + k) * pixel_step), load(gradient, (j + k) * depth));
                }
                j += PLACES;
            }
            for j in j..places.len() {
                add_products(&mut parts[0], load(pixels, j * pixel_step), load(gradient, j * depth));
            }
        }
        for (k, sum) in sums[channel..channel + N].iter_mut().enumerate() {
            *sum = parts.iter().fold(*sum, |sum, part| sum + part[k]);
        }
    }
}

#[inline(always)]
fn add_products<T: Float, const N: usize>(sums: &mut [T; N], a: [T; N], b: [T; N]) {
    for k in 0..N {
        sums[k] = sums[k] + a[k] * b[k];
    }
}

/// Elements from a place on, all of which there are.
#[inline(always)]
fn load<T: Float, const N: usize>(values: &[T], at: usize) -> [T; N] {
    values[at..at + N].first_chunk().copied().unwrap_or([T::ZERO; N])
}
