//! Learning curves as pictures, SVG and PNG.
//!
//! ```
//! use regatta_plot::{LearningCurve, Series};
//!
//! let loss = (0..100).map(|step| (step as f64, 2.3 / (1.0 + step as f64))).collect();
//! let curve = LearningCurve { title: "softmax".into(), series: vec![Series { name: "train/loss".into(), points: loss }] };
//! assert!(curve.to_svg()?.contains("softmax"));
//! # Ok::<(), regatta_status::Status>(())
//! ```
//!
//! A picture is laid out once, as a `scene` of lines and texts, and drawn twice: as SVG, and as PNG by `tiny-skia`. The fonts
//! are in the program, so that PNGs look the same on a machine without any. This crate knows steps and values; what they are
//! values of, and where they are kept, it refuses to know.

mod axis;
mod curve;
mod font;
mod layout;
mod png_image;
mod scene;
mod smooth;
mod svg;

pub use curve::{LearningCurve, Series};
