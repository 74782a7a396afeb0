//! From random words to numbers, in TensorFlow's way to the last bit.
//!
//! Numbers are made in groups, each from its own place of the stream, so that any part of a tensor can be made alone.

use std::f64::consts::PI;

use regatta_tensor::{Element, bf16, f16};

use super::philox::Philox;

/// How many words TensorFlow sets aside for one number, whatever it takes.
pub(crate) const WORDS_PER_OUTPUT: u64 = 256;

/// A way to make groups of numbers.
pub(crate) trait Distribution: Sync {
    /// The numbers' type.
    type Out: Element;
    /// Numbers in a group, at most four.
    const GROUP: usize;
    /// How far apart in the stream the groups begin.
    const STRIDE: u64;

    /// The group that begins where the generator stands; its first `GROUP` numbers count.
    fn group(&self, random: Philox) -> [Self::Out; 4];
}

/// Numbers in `[0, 1)`.
pub(crate) struct Uniform<T>(pub(crate) std::marker::PhantomData<T>);

/// The normal distribution.
pub(crate) struct Normal<T>(pub(crate) std::marker::PhantomData<T>);

/// The normal distribution without what lies beyond two standard deviations.
pub(crate) struct TruncatedNormal<T>(pub(crate) std::marker::PhantomData<T>);

/// Whole numbers in `[low, low + range)`.
pub(crate) struct UniformInt<T> {
    pub(crate) low: T,
    pub(crate) range: u64,
}

/// Whole numbers, all that there are.
pub(crate) struct UniformFullInt<T>(pub(crate) std::marker::PhantomData<T>);

/// A uniform float: random bits behind the exponent of 1, less 1.
fn unit_f32(word: u32) -> f32 {
    f32::from_bits(0x3f80_0000 | (word & 0x7f_ffff)) - 1.0
}

pub(super) fn unit_f64(high: u32, low: u32) -> f64 {
    f64::from_bits(0x3ff0_0000_0000_0000 | (u64::from(high & 0xf_ffff) << 32) | u64::from(low)) - 1.0
}

/// Two normal numbers from two uniform ones (Box and Muller).
fn normal_f32(x0: u32, x1: u32) -> [f32; 2] {
    let u = unit_f32(x0).max(1.0e-7);
    let angle = (2.0 * PI * f64::from(unit_f32(x1))) as f32;
    let radius = (-2.0 * u.ln()).sqrt();
    let (sin, cos) = angle.sin_cos();
    [sin * radius, cos * radius]
}

pub(super) fn normal_f64(x: [u32; 4]) -> [f64; 2] {
    let u = unit_f64(x[0], x[1]).max(1.0e-7);
    let angle = 2.0 * PI * unit_f64(x[2], x[3]);
    let radius = (-2.0 * u.ln()).sqrt();
    let (sin, cos) = angle.sin_cos();
    [sin * radius, cos * radius]
}

/// The 32-bit (and narrower) types: four numbers from four words.
macro_rules! narrow {
    ($($ty:ty, |$word:ident| $unit:expr, |$f:ident| $from:expr;)*) => {$(
        impl Distribution for Uniform<$ty> {
            type Out = $ty;
            const GROUP: usize = 4;
            const STRIDE: u64 = 1;
            fn group(&self, mut random: Philox) -> [$ty; 4] {
                random.next_group().map(|$word| $unit)
            }
        }

        impl Distribution for Normal<$ty> {
            type Out = $ty;
            const GROUP: usize = 4;
            const STRIDE: u64 = 1;
            fn group(&self, mut random: Philox) -> [$ty; 4] {
                let x = random.next_group();
                let ([a, b], [c, d]) = (normal_f32(x[0], x[1]), normal_f32(x[2], x[3]));
                [a, b, c, d].map(|$f| $from)
            }
        }

        impl Distribution for TruncatedNormal<$ty> {
            type Out = $ty;
            const GROUP: usize = 4;
            const STRIDE: u64 = 4 * WORDS_PER_OUTPUT / 4;
            fn group(&self, mut random: Philox) -> [$ty; 4] {
                let (mut kept, mut count) = ([<$ty>::default(); 4], 0);
                loop {
                    let x = random.next_group();
                    for $f in normal_f32(x[0], x[1]).into_iter().chain(normal_f32(x[2], x[3])) {
                        if $f.abs() < 2.0 {
                            kept[count] = $from;
                            count += 1;
                            if count == 4 {
                                return kept;
                            }
                        }
                    }
                }
            }
        }
    )*};
}

narrow! {
    f32, |word| unit_f32(word), |f| f;
    f16, |word| f16::from_bits(0x3c00 | (word as u16 & 0x3ff)) - f16::ONE, |f| f16::from_f32(f);
    bf16, |word| bf16::from_bits(0x3f80 | (word as u16 & 0x7f)) - bf16::ONE, |f| bf16::from_f32(f);
}

impl Distribution for Uniform<f64> {
    type Out = f64;
    const GROUP: usize = 2;
    const STRIDE: u64 = 1;
    fn group(&self, mut random: Philox) -> [f64; 4] {
        let x = random.next_group();
        [unit_f64(x[0], x[1]), unit_f64(x[2], x[3]), 0.0, 0.0]
    }
}

impl Distribution for Normal<f64> {
    type Out = f64;
    const GROUP: usize = 2;
    const STRIDE: u64 = 1;
    fn group(&self, mut random: Philox) -> [f64; 4] {
        let [a, b] = normal_f64(random.next_group());
        [a, b, 0.0, 0.0]
    }
}

impl Distribution for TruncatedNormal<f64> {
    type Out = f64;
    const GROUP: usize = 2;
    const STRIDE: u64 = 2 * WORDS_PER_OUTPUT / 4;
    fn group(&self, mut random: Philox) -> [f64; 4] {
        let (mut kept, mut count) = ([0.0; 4], 0);
        loop {
            for f in normal_f64(random.next_group()) {
                if f.abs() < 2.0 {
                    kept[count] = f;
                    count += 1;
                    if count == 2 {
                        return kept;
                    }
                }
            }
        }
    }
}

impl Distribution for UniformInt<i32> {
    type Out = i32;
    const GROUP: usize = 4;
    const STRIDE: u64 = 1;
    fn group(&self, mut random: Philox) -> [i32; 4] {
        random.next_group().map(|word| self.low.wrapping_add((u64::from(word) % self.range) as i32))
    }
}

impl Distribution for UniformInt<i64> {
    type Out = i64;
    const GROUP: usize = 2;
    const STRIDE: u64 = 1;
    fn group(&self, mut random: Philox) -> [i64; 4] {
        let x = random.next_group();
        let number = |low: u32, high: u32| {
            let bits = u64::from(low) | u64::from(high) << 32;
            self.low.wrapping_add((bits % self.range) as i64)
        };
        [number(x[0], x[1]), number(x[2], x[3]), 0, 0]
    }
}

macro_rules! full_int {
    (from words: $($narrow:ty),*; from pairs: $($wide:ty),*) => {
        $(impl Distribution for UniformFullInt<$narrow> {
            type Out = $narrow;
            const GROUP: usize = 4;
            const STRIDE: u64 = 1;
            fn group(&self, mut random: Philox) -> [$narrow; 4] {
                random.next_group().map(|word| word as $narrow)
            }
        })*
        $(impl Distribution for UniformFullInt<$wide> {
            type Out = $wide;
            const GROUP: usize = 2;
            const STRIDE: u64 = 1;
            fn group(&self, mut random: Philox) -> [$wide; 4] {
                let x = random.next_group();
                let number = |low: u32, high: u32| (u64::from(low) | u64::from(high) << 32) as $wide;
                [number(x[0], x[1]), number(x[2], x[3]), 0, 0]
            }
        })*
    };
}

full_int!(from words: i32, u32; from pairs: i64, u64);
