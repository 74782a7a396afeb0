//! Synthetic digits: images of 28 x 28 that look a little like handwritten ones, for examples that must run without MNIST.
//!
//! Each digit is a template of strokes. An image is one of them with another position, size, slant, thickness and brightness,
//! and with noise on top; which ones they are follows from the seed alone. They are easier than MNIST: a softmax gets about
//! nine of ten right, a convolutional network nearly all.

use regatta::{Result, Shape, Tensor};

/// How many pixels an image has.
pub const PIXELS: usize = SIDE * SIDE;
const SIDE: usize = 28;

/// A set of images and what they show.
pub struct Digits {
    /// `[count, PIXELS]`, between 0 and 1.
    images: Vec<f32>,
    /// `[count]`, between 0 and 9.
    labels: Vec<i64>,
}

impl Digits {
    /// So many images.
    pub fn new(count: usize, seed: u64) -> Digits {
        let mut random = Random(seed);
        let mut images = Vec::with_capacity(count * PIXELS);
        let mut labels = Vec::with_capacity(count);
        for _ in 0..count {
            let digit = (random.next() * 10.0) as usize % 10;
            draw(digit, &mut random, &mut images);
            labels.push(digit as i64);
        }
        Digits { images, labels }
    }

    /// So many images, `[size, PIXELS]`, and their labels, `[size]`; with every step the next ones, from the beginning after
    /// the last.
    pub fn batch(&self, step: usize, size: usize) -> Result<(Tensor, Tensor)> {
        let picks = (0..size).map(|k| (step * size + k) % self.labels.len());
        let images = picks.clone().flat_map(|k| self.images[k * PIXELS..(k + 1) * PIXELS].iter().copied()).collect();
        let labels = picks.map(|k| self.labels[k]).collect();
        Ok((Tensor::new(Shape::new(&[size, PIXELS])?, images)?, Tensor::vector(labels)))
    }

    /// All of them.
    pub fn all(&self) -> Result<(Tensor, Tensor)> {
        self.batch(0, self.labels.len())
    }
}

/// The strokes of each digit: lines through points, in a square with sides of one.
const STROKES: [&[&[(f32, f32)]]; 10] = [
    &[&[(0.5, 0.1), (0.3, 0.2), (0.22, 0.5), (0.3, 0.8), (0.5, 0.9), (0.7, 0.8), (0.78, 0.5), (0.7, 0.2), (0.5, 0.1)]],
    &[&[(0.35, 0.25), (0.52, 0.1), (0.52, 0.9)]],
    &[&[(0.25, 0.3), (0.35, 0.12), (0.65, 0.12), (0.75, 0.3), (0.25, 0.88), (0.77, 0.88)]],
    &[&[(0.25, 0.15), (0.7, 0.15), (0.45, 0.45), (0.72, 0.65), (0.6, 0.87), (0.25, 0.85)]],
    &[&[(0.65, 0.9), (0.65, 0.1), (0.2, 0.65), (0.82, 0.65)]],
    &[&[(0.72, 0.12), (0.3, 0.12), (0.28, 0.45), (0.6, 0.43), (0.74, 0.62), (0.6, 0.86), (0.25, 0.86)]],
    &[&[(0.65, 0.1), (0.35, 0.4), (0.27, 0.7), (0.5, 0.9), (0.72, 0.7), (0.5, 0.52), (0.3, 0.65)]],
    &[&[(0.22, 0.13), (0.77, 0.13), (0.42, 0.9)]],
    &[
        &[(0.5, 0.1), (0.3, 0.28), (0.5, 0.47), (0.7, 0.28), (0.5, 0.1)],
        &[(0.5, 0.47), (0.25, 0.7), (0.5, 0.9), (0.75, 0.7), (0.5, 0.47)],
    ],
    &[&[(0.7, 0.35), (0.5, 0.48), (0.28, 0.3), (0.5, 0.1), (0.72, 0.3), (0.65, 0.6), (0.4, 0.9)]],
];

fn draw(digit: usize, random: &mut Random, image: &mut Vec<f32>) {
    let side = SIDE as f32;
    let (right, down) = (random.around(0.0, 3.0), random.around(0.0, 3.0));
    let (size, slant) = (random.around(0.75, 0.12) * side, random.around(0.0, 0.25));
    let (thickness, brightness) = (random.around(1.3, 0.4), random.around(0.85, 0.15));
    let place = |(x, y): (f32, f32)| {
        let (x, y) = (x - 0.5 - slant * (y - 0.5), y - 0.5);
        (side / 2.0 + x * size + right, side / 2.0 + y * size + down)
    };
    let lines: Vec<_> = STROKES[digit]
        .iter()
        .flat_map(|points| points.windows(2))
        .map(|ends| (place(ends[0]), place(ends[1])))
        .collect();
    for pixel in 0..PIXELS {
        let at = ((pixel % SIDE) as f32 + 0.5, (pixel / SIDE) as f32 + 0.5);
        let nearest = lines.iter().map(|line| distance(at, *line)).fold(f32::INFINITY, f32::min);
        // Full within the stroke, fading over one pixel.
        let ink = (thickness + 0.5 - nearest).clamp(0.0, 1.0) * brightness;
        image.push((ink + random.around(0.0, 0.2)).clamp(0.0, 1.0));
    }
}

/// From a point to a line between two others.
fn distance((x, y): (f32, f32), ((x0, y0), (x1, y1)): ((f32, f32), (f32, f32))) -> f32 {
    let (dx, dy) = (x1 - x0, y1 - y0);
    let along = (((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
    ((x - x0 - along * dx).powi(2) + (y - y0 - along * dy).powi(2)).sqrt()
}

/// Steele, Lea and Flood's splitmix64.
struct Random(u64);

impl Random {
    /// Between 0 and 1.
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 40) as f32 / (1u64 << 24) as f32
    }

    fn around(&mut self, middle: f32, spread: f32) -> f32 {
        middle + spread * (2.0 * self.next() - 1.0)
    }
}
