//! Tasks of a cluster: servers, masters, workers and clients over gRPC.
//!
//! A [`Server`] is a task: its worker runs partitions of graphs and hands tensors to other tasks, its master serves clients and
//! asks the workers of the whole cluster to do their part. A [`Session`] is the client side. Both speak TensorFlow's own
//! protocol, so that either end may be TensorFlow's.
//!
//! This crate refuses to know kernels and command lines. It is where async code lives; what computes does so on the
//! threads of `regatta-runtime`.

pub mod grpc;
mod in_process;
#[cfg(target_os = "linux")]
mod lane;
#[cfg(not(target_os = "linux"))]
#[path = "lane/none.rs"]
mod lane;
mod master;
mod messages;
mod peers;
mod recv_tensor;
mod request_ids;
mod server;
mod session;
mod spec;
mod waiting;
mod worker;

pub use master::SessionConfig;
pub use server::{Server, ServerConfig};
pub use session::{RunOptions, RunOutcome, Session};
pub use spec::{ClusterSpec, TaskName};
pub use worker::DeviceInfo;
