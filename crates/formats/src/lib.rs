//! TensorFlow's file formats: checkpoints as tensor bundles.
//!
//! A checkpoint is a few data files that hold tensors back to back, and an index that says where each one is. The index is
//! a sorted table ([`table`]); what it holds, and how a checkpoint is written so that a crash never costs the one before
//! it, is in [`bundle`]. Variables in parts are saved and restored by [slices](mod@slice).
//!
//! Everything here blocks on the disk, and none of it starts a thread: callers run it where blocking is allowed. Files are
//! not trusted. Damage is reported as `DATA_LOSS` with the file and the byte, and nothing is allocated on the word of a
//! length that the file's own size does not bear out.

pub mod bundle;
pub mod crc;
pub mod slice;
pub mod table;

pub use bundle::{BundleEntry, BundleReader, BundleWriter, merge_bundles};
pub use slice::{ShapeAndSlice, TensorSlice};
