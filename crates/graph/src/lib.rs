//! Dataflow graphs as values: ops, nodes, pruning, placement, partitioning.
//!
//! Everything here is a function from data to data: the same graph and the same devices give the same plan, byte for byte.
//! The crate refuses to know kernels, threads, clocks, files and the network; which kernels exist is told to it as a value.
//!
//! The way of a graph: a client's [`GraphDef`] is freed of function calls and checked into a [`Graph`]; for a step it is pruned to what is asked for,
//! every node gets a device, and it is cut into one graph per task with a send and a receive where an edge was cut. There, nodes that
//! do their work better together are fused.

mod builder;
pub mod control_flow;
pub mod def;
mod device;
mod fuse;
pub mod gradient;
mod graph;
mod infer;
mod lower;
pub mod op_def;
pub mod ops;
pub mod partition;
mod place;
pub mod prune;
mod queue_use;
pub mod rendezvous_key;
pub mod shape_rule;

pub use builder::{Block, DeviceFunction, Function, GraphBuilder, NodeBuilder, Outer, Outlet};
pub use control_flow::{Frame, FrameId, Frames};
pub use def::{AttrList, AttrValue, Attrs, FunctionRef, GraphDef, NodeDef};
pub use device::DeviceName;
pub use fuse::fuse;
pub use gradient::{Grad, GradientOptions, IndexedSlices, gradients, gradients_with};
pub use graph::{Edge, Graph, Node, NodeId, Output, parse_tensor_name};
pub use infer::infer_shapes;
pub use lower::lower;
pub use op_def::{AttrsExt, EdgeType, OpDef};
pub use partition::{NodeNumbers, partition};
pub use place::{Device, PlaceOptions, place, placement_log};
pub use prune::{ClientEnd, Signature, StepGraph, for_step};
pub use queue_use::{QueueName, QueueUse};
pub use rendezvous_key::{RendezvousKey, frame_id};
