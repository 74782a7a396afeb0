//! TensorFlow's protocol buffers and their conversion to and from Regatta's own types.
//!
//! The messages are declared in `proto/`, in our words and with TensorFlow's numbers; [`pb`] is generated from them.
//! Whatever arrives here came over a network or from a disk, so every conversion from a message is checked and fails with
//! `INVALID_ARGUMENT`; none panics, and none allocates much more than the message was long without saying how much.

pub mod pb;

/// The descriptors of all messages in [`pb`], a serialized `FileDescriptorSet`.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));
