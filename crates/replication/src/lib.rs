//! Replication policies: when the gradients of several workers are applied, which of them together, and which are refused.
//!
//! A policy is written `sync`, `backup:1`, `ssp:3`, ... and read by [`Policy::new`], which knows how many workers there are and
//! refuses what makes no sense for them. It says which of three ways gradients go ([`Way`]):
//!
//! ```text
//! Direct       worker ──gradient──► variable                                    async, dc-asgd
//! Tokens       worker ──gradient──► accumulator ──mean, by the chief──► variable    tf-sync: TensorFlow's own
//! Arbitrated   worker ──gradient──► stage ─┐                                    sync, backup, ssp, async-drop, hybrid
//!                   └──push──► arbiter ────┴─the mean of a batch──► variable    local: weights instead of gradients
//! ```
//!
//! The arbiter is a value, [`Arbiter`]: it is told who joins, pushes, is heard of and leaves, and answers who is to wait, which
//! pushes make a batch, who applies it, and what receipt each push gets. What is common to all policies is there: members and their
//! incarnations, pushes that are repeated, workers that are not heard of any more. What distinguishes a policy is its
//! [`Rules`], a small file of `policies/`: a tenth is another file, and a line in its table.
//!
//! The crate refuses to know tensors, threads, clocks (it is told what time it is) and the network. `regatta-runtime` has ops that
//! put an arbiter on a parameter server; the package `regatta` builds graphs of them.

mod arbiter;
mod policies;
mod policy;
mod receipt;
mod rules;

pub use arbiter::{Arbiter, Batch, Key, Outcome, Push, Replica, Settled};
pub use policies::Compensation;
pub use policy::{Policy, Way, Workers, forms};
pub use receipt::{Receipt, Tally};
pub use rules::{Member, Refusal, Rules, Ruling, View};
