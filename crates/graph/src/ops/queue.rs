//! Queues: elements of several components that steps hand to each other.

mod queue;
mod queue_close;
mod queue_dequeue;
mod queue_enqueue;
mod queue_size;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] =
    &[queue::OPS, queue_close::OPS, queue_dequeue::OPS, queue_enqueue::OPS, queue_size::OPS];
