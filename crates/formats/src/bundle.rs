//! Tensor bundles: TensorFlow's second checkpoint format.
//!
//! A checkpoint with prefix `P` is an index `P.index` and data files `P.data-0000i-of-0000N`. The index is a
//! [table](crate::table): under the empty key a header with the number N of data files, and under each tensor's name its
//! type, its shape, and the data file, offset, size and checksum of its bytes. A tensor that was saved in slices has the
//! list of them under its name instead, and each slice has an entry under [its own key](crate::slice::encode_slice_key).
//!
//! **A crash leaves the old checkpoint or the new one, never neither.** New files are written under temporary names,
//! brought to the disk, and renamed, the index last: the index is what makes data files part of a checkpoint. How that
//! holds when a prefix is written again, where a new data file would take the name of one that the old index points to,
//! is told in `publish.rs`.

mod entry;
pub(crate) mod files;
mod merge;
mod publish;
mod reader;
mod remove;
mod shard;
mod strings;
mod writer;

pub use merge::merge_bundles;
pub use reader::{BundleEntry, BundleReader};
pub use remove::{remove_checkpoint, remove_leftovers};
pub use writer::BundleWriter;
