//! Compiled partitions, the executor, steps, resources and the rendezvous.
//!
//! A partition of a graph is compiled once into a [`Program`], which is immutable and shared; every step gets a state of its
//! own that dies with it. What outlives steps, above all variables, lies in [`Resources`].
//!
//! The crate refuses to know the network and other machines: edges that leave the task end at a [`Rendezvous`], which
//! `cluster` carries across. It has no async code either; a step that waits has left a callback and occupies no thread.

mod accumulator;
mod action;
mod cancellation;
pub mod catalogue;
mod executor;
mod files;
mod intentions;
mod ops;
mod pool;
mod program;
mod propagation;
mod queue;
mod rendezvous;
mod resources;
mod shared;
mod step;
mod table;
mod transfer;
mod value;
mod variable;

pub use action::{Action, Answer, Stateful, Waiting, has_action};
pub use cancellation::{Cancellation, Token};
pub use executor::{RunningStep, run};
pub use files::FileAccess;
pub use pool::Pool;
pub use program::Program;
pub use rendezvous::{LocalRendezvous, Parcel, Receiver, Rendezvous};
pub use resources::{DEFAULT_CONTAINER, Resource, Resources};
pub use step::{NodeTrace, StepContext};
pub use value::Value;
pub use variable::Variable;
