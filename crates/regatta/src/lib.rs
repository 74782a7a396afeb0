//! Train on clusters from Rust: graphs, layers, gradients, optimizers, sessions.
//!
//! A program builds a [`Graph`], opens a [`Session`] on any task of a cluster (Regatta's or TensorFlow's) and runs steps of
//! the graph there.
//!
//! ```
//! use regatta::{Graph, Initializer, LocalCluster, Session, Tensor};
//!
//! let cluster = LocalCluster::start(&[("ps", 1), ("worker", 1)])?;
//! let mut g = Graph::new();
//! let w = g.device("/job:ps/task:0", |g| g.variable("w", &[2, 2], Initializer::ones()))?;
//! let y = g.device("/job:worker/task:0", |g| {
//!     let w = w.read(g)?;
//!     g.matmul(&w, &w)
//! })?;
//! let init = g.global_variables_initializer()?;
//! let session = Session::new(&cluster.target("worker", 0)?)?;
//! session.step(&mut g).op(&init).run()?;
//! let y = session.step(&mut g).fetch(&y).run()?;
//! assert_eq!(y[0].values::<f32>()?, [2.0; 4]);
//! # Ok::<(), regatta::Status>(())
//! ```
//!
//! The names are TensorFlow's, so that a reader of its programs finds the way: `matmul`, `reduce_mean`, `replica_device_setter`,
//! `minimize`. There is no default graph: what adds nodes is a method of the graph, or is given one. What is built is a plain
//! `GraphDef` that real TensorFlow loads and runs.
//!
//! This crate refuses to know flags, and how steps are run: it builds graphs and asks masters.

mod clip;
mod completion;
mod control_flow;
mod coordinator;
mod device_setter;
mod graph;
pub mod hooks;
mod init;
pub mod layers;
mod local;
pub mod losses;
mod math;
pub mod metrics;
mod monitored;
mod moving_average;
mod nn;
pub mod ops;
pub mod optimizer;
mod partitioned;
mod queue_runner;
mod regularizer;
pub mod replicas;
mod saver;
mod schedule;
mod session;
mod session_manager;
pub mod summary;
mod supervisor;
mod sync_replicas;
mod timeline;
mod variable;

pub use completion::Completion;
pub use coordinator::Coordinator;
pub use device_setter::{GreedyLoadBalancingStrategy, PsStrategy, ReplicaDeviceSetter, RoundRobin};
pub use graph::Graph;
pub use init::Initializer;
pub use local::LocalCluster;
pub use monitored::{MonitoredSession, MonitoredStep, MonitoredTrainingSession};
pub use moving_average::ExponentialMovingAverage;
pub use nn::{DataFormat, Padding};
pub use optimizer::{GradAndVar, LearningRate, Optimizer};
pub use partitioned::{PartitionStrategy, PartitionedVariable, Partitioner};
pub use queue_runner::QueueRunner;
pub use regatta_cluster::{ClusterSpec, RunOptions, Server, ServerConfig, SessionConfig, TaskName};
pub use regatta_formats::{CheckpointState, ShapeAndSlice, latest_checkpoint};
pub use regatta_graph::{Block, Grad, GraphBuilder, GraphDef, IndexedSlices, Outlet};
pub use regatta_status::{Code, Result, Status};
pub use regatta_tensor::{DType, Element, PartialShape, Shape, Tensor};
pub use regularizer::Regularizer;
pub use saver::{CheckpointStorage, Saver, SaverBuilder};
pub use schedule::Schedule;
pub use session::{Session, Step};
pub use supervisor::{Supervisor, SupervisorBuilder};
pub use sync_replicas::{SyncReplicas, SyncReplicasHook};
pub use timeline::RunMetadata;
pub use variable::{PartOf, Variable, VariableOptions};
