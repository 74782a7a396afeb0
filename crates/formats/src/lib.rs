//! TensorFlow's file formats: checkpoints as tensor bundles, and event files.
//!
//! A checkpoint is a few data files that hold tensors back to back, and an index that says where each one is. The index is
//! a sorted table ([`table`]); what it holds, and how a checkpoint is written so that a crash never costs the one before
//! it, is in [`bundle`]. Variables in parts are saved and restored by [slices](mod@slice). Beside checkpoints lie the list of
//! those that are there ([`checkpoint_state`]) and, with each, the graph that it belongs to ([`meta_graph`]).
//! [`safetensors`] files hold tensors for programs of other kinds, and [`idx`] files the images of MNIST.
//!
//! What TensorBoard shows is in [event files](event_file), which are [records](record) of any kind one after another.
//!
//! Everything here blocks on the disk, and none of it starts a thread: callers run it where blocking is allowed. Files are
//! not trusted. Damage is reported as `DATA_LOSS` with the file and the byte, and nothing is allocated on the word of a
//! length that the file's own size does not bear out.

pub mod bundle;
pub mod checkpoint_state;
pub mod crc;
pub mod event_file;
pub mod idx;
pub mod meta_graph;
pub mod record;
pub mod safetensors;
pub mod slice;
pub mod table;

pub use bundle::files::write_atomically;
pub use bundle::{BundleEntry, BundleReader, BundleWriter, merge_bundles, remove_checkpoint, remove_leftovers};
pub use checkpoint_state::{CheckpointState, latest_checkpoint};
pub use event_file::{EventReader, EventWriter};
pub use idx::Idx;
pub use meta_graph::{MetaGraph, SaverNodes, VariableNodes, write_meta_graph};
pub use record::{Record, RecordReader, RecordWriter};
pub use slice::{ShapeAndSlice, TensorSlice};
