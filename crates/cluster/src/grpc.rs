//! Unary gRPC calls over cleartext HTTP/2, directly on `h2`.
//!
//! TensorFlow's services are unary, uncompressed and move tensors of many megabytes, so this is the part of gRPC they use
//! and no more. A message is never copied on its way out: its parts go from where they lie to the socket. On its way in it
//! is handed out as the chunks it arrived in, for a receiver that knows where the bytes belong.
//!
//! Invariants: cancelling is dropping (a dropped call resets its stream, a reset stream drops its handler); nothing that a
//! peer sends can panic, or make us allocate more than it really sent; every task belongs to a [`Server`] or a
//! [`Channel`] and ends with it.

mod body;
mod channel;
mod code;
mod heartbeat;
mod message;
mod paced;
mod server;
mod timeout;
mod transport;

pub use body::Body;
pub use channel::{CallOptions, Channel};
pub use message::Message;
pub use server::{Call, Reply, Server, Service};

/// The longest message: what protobuf, and with it every TensorFlow peer, can hold.
pub const MESSAGE_BYTES_MAX: usize = i32::MAX as usize;
