//! Data types, shapes and tensors over aligned, reference-counted buffers.
//!
//! This crate refuses to know ops, graphs, threads and protocols. It is one of the two that may hold `unsafe` code, and
//! does so only to look at a block of bytes as elements of its type, to share memory with another process, and to keep memory
//! from one step to the next.

mod buffer;
mod dtype;
mod element;
mod keep_large;
#[cfg(target_os = "linux")]
mod segment;
mod shape;
mod tensor;
mod variant;

pub use buffer::Buffer;
pub use dtype::DType;
pub use element::Element;
pub use half::{bf16, f16};
pub use keep_large::KeepLarge;
pub use num_complex::Complex;
#[cfg(target_os = "linux")]
pub use segment::{SegmentReader, SegmentWriter};
pub use shape::{PartialShape, Shape};
pub use tensor::{ResourceHandle, Tensor, TensorWriter};
pub use variant::{Opaque, TensorList, Variant};
