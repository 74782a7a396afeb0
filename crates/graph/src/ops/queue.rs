//! Queues: elements of several components that steps hand to each other.

mod fifo_queue;
mod padding_fifo_queue;
mod priority_queue;
mod queue_close;
mod queue_dequeue;
mod queue_dequeue_many;
mod queue_dequeue_up_to;
mod queue_enqueue;
mod queue_enqueue_many;
mod queue_is_closed;
mod queue_size;
mod random_shuffle_queue;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[
    fifo_queue::OPS,
    padding_fifo_queue::OPS,
    priority_queue::OPS,
    queue_close::OPS,
    queue_dequeue::OPS,
    queue_dequeue_many::OPS,
    queue_dequeue_up_to::OPS,
    queue_enqueue::OPS,
    queue_enqueue_many::OPS,
    queue_is_closed::OPS,
    queue_size::OPS,
    random_shuffle_queue::OPS,
];
