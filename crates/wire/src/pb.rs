//! The messages of TensorFlow's protocols, generated from `proto/`.
//!
//! Names are Rust's form of the names in the proto files, which also hold their documentation: a message nested in `A` is
//! in module `a`, and packages below `tensorflow` are modules too ([`error`], [`distributed_runtime`]).

#![allow(missing_docs, clippy::all, rustdoc::all)]

include!(concat!(env!("OUT_DIR"), "/pb.rs"));

pub use tensorflow::*;
