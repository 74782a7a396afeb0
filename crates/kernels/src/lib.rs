//! CPU kernels: one table from op and type to the function that computes it.
//!
//! A kernel is built once for a node, with its attributes read and its types resolved, and then called for every step. It
//! gets its inputs by value, so that it may write its result over an input that nobody else holds. It knows nothing of who
//! calls it: no threads, no steps, no devices.
//!
//! The table is data, one explicit list per family; a family's file lists its ops, and the code of each op lies in a file
//! named after it (or after the few that share it) in the family's folder.

mod array;
mod dispatch;
mod image;
mod io;
mod list;
mod math;
mod nn;
mod parsing;
mod proto;
mod random;
pub mod rows;
mod sparse;
mod state;
mod string;
mod summary;
pub mod sums;
mod training;

pub use random::philox::{Philox, Words};
pub use string::shown::first_elements;

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

/// A kernel that is ready to be called.
pub enum Kernel {
    /// Tensors in, tensors out.
    Compute(Compute),
    /// Changes the variables that its first inputs stand for.
    Update(Update),
}

/// Computes a node's outputs from its inputs, which it may reuse.
pub type Compute = Box<dyn Fn(Vec<Tensor>) -> Result<Vec<Tensor>> + Send + Sync>;

/// Changes variables by values. The caller holds the variables' locks, and hands over their tensors (initialised) and then
/// the node's other inputs.
pub type Update = Box<dyn Fn(&mut [&mut Tensor], Vec<Tensor>) -> Result<()> + Send + Sync>;

/// Builds the kernel for a node of one op, or says why it cannot (a type that it does not compute).
type Build = fn(&Node) -> Result<Kernel>;

/// The kernels of a family: for each of its files, the ops that it computes.
type Family = &'static [&'static [(&'static str, Build)]];

const FAMILIES: &[Family] = &[
    array::KERNELS,
    image::KERNELS,
    io::KERNELS,
    list::KERNELS,
    math::KERNELS,
    nn::KERNELS,
    parsing::KERNELS,
    random::KERNELS,
    sparse::KERNELS,
    state::KERNELS,
    string::KERNELS,
    summary::KERNELS,
    training::KERNELS,
];

/// Builds the kernel for a node.
pub fn build(node: &Node) -> Result<Kernel> {
    match find(node.op.name) {
        Some(build) => build(node).map_err(|e| e.at_node(&node.name)),
        None => Err(unsupported(node)),
    }
}

/// Whether an op has a kernel here, for some types at least.
pub fn has_kernel(op: &str) -> bool {
    find(op).is_some()
}

fn find(op: &str) -> Option<Build> {
    FAMILIES.iter().copied().flatten().copied().flatten().find(|(name, _)| *name == op).map(|(_, build)| *build)
}

/// The error for an op or a type that has no kernel.
pub(crate) fn unsupported(node: &Node) -> regatta_status::Status {
    let types: Vec<String> = node.input_types.iter().map(|ty| format!("{ty:?}")).collect();
    invalid_argument(format!(
        "No OpKernel was registered to support Op '{}' used by {{{{node {}}}}} with input types [{}] on device CPU",
        node.op.name,
        node.name,
        types.join(", ")
    ))
}
