//! TensorFlow's protocol buffers and their conversion to and from Regatta's own types.
//!
//! The messages are declared in `proto/`, in our words and with TensorFlow's numbers; [`pb`] is generated from them.
//! Whatever arrives here came over a network or from a disk, so every conversion from a message is checked and fails with
//! `INVALID_ARGUMENT`; none panics, and what a message may grow by when it is read is bounded.

pub mod pb;

mod graph;
mod list;
mod shape;
mod tensor;

pub use graph::{graph_from_proto, graph_to_proto, node_from_proto, node_to_proto};
pub use shape::{dtype_from_proto, partial_shape_from_proto, partial_shape_to_proto, shape_from_proto, shape_to_proto};
pub use tensor::{tensor_from_proto, tensor_to_proto, tensor_to_stored_proto};

/// The descriptors of all messages in [`pb`], a serialized `FileDescriptorSet`.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));
