//! Regatta tasks and TensorFlow tasks in one cluster, driven by TensorFlow's own Python client.
//!
//! Each test runs a program of `tests/python` against a cluster of TensorFlow's servers, once
//! for all tests that compare with it, and against a mix with Regatta in it; both must report the same.
//!
//! With `REGATTA_INTEROP_STAND_IN=1` TensorFlow stands in for every Regatta task. All tests
//! must pass then too: one that does not asks for something TensorFlow itself does not promise.

mod program;
mod programs;

mod cnn;
mod control_flow;
mod errors;
mod functions;
mod gradients;
mod lists;
mod policies;
mod rust_client;
mod seed002;
mod sessions;
mod sync_replicas;
mod training;
mod two_clients;
