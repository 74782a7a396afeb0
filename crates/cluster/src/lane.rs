//! Lanes: how a task fetches tensors from a task of the same user on the same machine.
//!
//! Between processes of one machine HTTP/2 over loopback costs more than all else in a step of a small model: the system
//! copies every byte twice, through buffers far smaller than a tensor, and each of some forty calls of a step wakes threads
//! that only pass it on. A lane is a socket of the machine for small frames and a segment of shared memory for large
//! tensors. It carries what `RecvTensor` does and nothing else:
//!
//! 1. open: the fetching task asks the other by gRPC ([`METHOD`]) for the name of its lanes, once. TensorFlow does not know
//!    that method, and is asked no more for a while. With the name, it connects, finds out that both ends belong to one user,
//!    and is handed the segment of the sender. Whatever fails here (another machine, container or user, no shared memory)
//!    leaves the tensors on gRPC, where they are until all of this is done.
//! 2. fetch: `Want` goes from the thread that runs the `_Recv` straight to the socket. The thread that has the tensor (that
//!    of the `_Send`, or the reader of the `Want` if it is there already) copies it into a free slot of the segment and
//!    writes `InSlot`. The receiver copies it from there into the buffer of the new tensor, and frees the slot by `Done`.
//!    Small tensors, those of strings, and all for which no slot is free come through the socket, as `Inline`.
//! 3. cancel: a step that is aborted takes its `Want`s back by `Forget`. A lane whose other end is gone fails what waits
//!    with `UNAVAILABLE`, as a lost connection does, and is opened anew when the next tensor is wanted.

mod client;
mod frame;
mod outbox;
mod server;
mod slots;
mod socket;
#[cfg(test)]
mod tests;

pub(crate) use client::{LaneSlot, Ticket};
pub(crate) use server::LaneServer;

use std::time::Duration;

/// The call that answers the name of a task's lanes.
pub(crate) const METHOD: &str = "/regatta.Lanes/GetName";

/// How long a lane may take to open.
const OPEN_TIMEOUT: Duration = Duration::from_secs(10);
