//! The end of a lane that hands out tensors.

use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use regatta_runtime::Parcel;
use regatta_status::{Result, resource_exhausted};
use regatta_tensor::{SegmentWriter, Tensor};
use tokio::{
    net::{UnixListener, UnixStream},
    task::{JoinHandle, JoinSet},
    time::timeout,
};

use super::{
    OPEN_TIMEOUT,
    frame::{FetchId, Frame},
    outbox::Outbox,
    slots::Slots,
    socket::{self, Inbox, LaneName},
};
use crate::{
    grpc::MESSAGE_BYTES_MAX,
    recv_tensor,
    worker::{Awaited, Worker},
};

/// How much may be on its way to one receiver; what is more goes through the socket.
const SEGMENT_BYTES: usize = 256 << 20;

/// How much of a segment's memory is kept when nothing is on its way.
const KEPT_BYTES: usize = 32 << 20;

/// Smaller tensors go through the socket: a slot costs two messages.
const SLOT_BYTES_MIN: usize = 16 << 10;

/// Accepts lanes. Dropping it ends them all.
pub(crate) struct LaneServer {
    name: LaneName,
    task: JoinHandle<()>,
}

impl LaneServer {
    /// Opens a name of its own on this machine.
    pub fn start(worker: Arc<Worker>) -> io::Result<LaneServer> {
        LaneServer::with_segments_of(SEGMENT_BYTES, worker)
    }

    /// As [`LaneServer::start`], with so much shared memory for each lane.
    pub(super) fn with_segments_of(bytes: usize, worker: Arc<Worker>) -> io::Result<LaneServer> {
        let name: LaneName = rand::random();
        let listener = socket::listen(&name)?;
        Ok(LaneServer { name, task: tokio::spawn(accept(listener, worker, bytes)) })
    }

    /// What others need to connect.
    pub fn name(&self) -> LaneName {
        self.name
    }
}

impl Drop for LaneServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(listener: UnixListener, worker: Arc<Worker>, segment_bytes: usize) {
    let mut lanes = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((socket, _)) => {
                    let worker = Arc::clone(&worker);
                    lanes.spawn(async move {
                        if let Err(e) = converse(socket, worker, segment_bytes).await {
                            tracing::debug!("a lane ended: {e}");
                        }
                    });
                }
                Err(e) => {
                    // Out of file descriptors, mostly: what ends soon will free some.
                    tracing::warn!("accepting a lane failed: {e}");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
            Some(_) = lanes.join_next() => {}
        }
    }
}

/// Serves one lane until its other end is gone.
async fn converse(
    socket: UnixStream,
    worker: Arc<Worker>,
    segment_bytes: usize,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    socket::check_user(&socket)?;
    let segment = SegmentWriter::new(segment_bytes)?;
    timeout(OPEN_TIMEOUT, socket::send_greeting(&socket, segment.file())).await??;
    let socket = Arc::new(socket);
    let mut inbox = Inbox::new(Arc::clone(&socket));
    let sender = Arc::new(Sender {
        worker,
        outbox: Outbox::new(socket),
        slots: Mutex::new(Slots::new(segment.size())),
        segment,
        awaited: Mutex::default(),
    });
    // What waits holds the sender, and the sender what waits.
    let _let_go = LetGoOnDrop(Arc::clone(&sender));
    tokio::select! {
        result = receive(&sender, &mut inbox) => result,
        () = sender.outbox.write_left_over() => Ok(()),
    }
}

async fn receive(sender: &Arc<Sender>, inbox: &mut Inbox) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    while inbox.fill().await? {
        sender.outbox.hold();
        while let Some(frame) = inbox.take()? {
            sender.handle(frame)?;
        }
        sender.outbox.let_go();
    }
    Ok(())
}

struct LetGoOnDrop(Arc<Sender>);

impl Drop for LetGoOnDrop {
    fn drop(&mut self) {
        let awaited = std::mem::take(&mut *self.0.lock_awaited());
        drop(awaited);
    }
}

/// One lane, seen from the end that sends tensors.
struct Sender {
    worker: Arc<Worker>,
    outbox: Outbox,
    segment: SegmentWriter,
    slots: Mutex<Slots>,
    /// The requests not yet answered. Without a value, the request is just being made.
    awaited: Mutex<HashMap<FetchId, Option<Awaited>>>,
}

impl Sender {
    fn handle(self: &Arc<Self>, frame: Frame) -> Result<()> {
        match frame {
            Frame::Want { id, step, key } => {
                if self.lock_awaited().insert(id, None).is_some() {
                    return Err(regatta_status::internal(format!("two requests on a lane have the number {}", id.0)));
                }
                let answering = Arc::clone(self);
                let receiver = Box::new(move |parcel| answering.answer(id, parcel));
                match self.worker.await_tensor(step, key, receiver) {
                    Ok(awaited) => self.note_awaited(id, awaited),
                    Err(status) => self.answer(id, Err(status)),
                }
            }
            Frame::Forget { id } => {
                let forgotten = self.lock_awaited().remove(&id);
                drop(forgotten);
            }
            Frame::Done { at } => {
                let mut slots = self.lock_slots();
                if !usize::try_from(at).is_ok_and(|at| slots.free(at)) {
                    return Err(regatta_status::internal(format!("a slot at {at} is freed that nobody has")));
                }
                if slots.forget_reach(KEPT_BYTES).is_some() {
                    // Memory that cannot be given back is used again.
                    let _ = self.segment.discard_from(KEPT_BYTES);
                }
            }
            Frame::InSlot { .. } | Frame::Inline { .. } | Frame::Failed { .. } => {
                return Err(regatta_status::internal("an answer came where requests do"));
            }
        }
        Ok(())
    }

    /// Keeps hold of a request until it is answered or taken back; it may have been answered already.
    fn note_awaited(&self, id: FetchId, awaited: Awaited) {
        let mut all = self.lock_awaited();
        match all.get_mut(&id) {
            Some(place) => *place = Some(awaited),
            None => {
                drop(all);
                drop(awaited);
            }
        }
    }

    /// Answers a request, unless it was taken back. Called by whichever thread has the value.
    fn answer(&self, id: FetchId, parcel: Result<Parcel>) {
        let Some(awaited) = self.lock_awaited().remove(&id) else { return };
        drop(awaited);
        let (frame, is_large) = match parcel {
            Err(status) => (Frame::Failed { id, status }, false),
            Ok(parcel) => match parcel.as_ref().and_then(|tensor| self.put_into_slot(id, tensor)) {
                Some(frame) => (frame, true),
                None => (inline(id, &parcel), false),
            },
        };
        // Frames that come one after the other from the reader are written at once; but who waits for a large tensor can
        // use it while the next one is copied here.
        match is_large {
            true => self.outbox.send(frame),
            false => self.outbox.post(frame),
        }
    }

    /// Copies a tensor into a slot, if it is a large one of a plain type and there is a slot for it.
    fn put_into_slot(&self, id: FetchId, tensor: &Tensor) -> Option<Frame> {
        let bytes = tensor.bytes().filter(|bytes| bytes.len() >= SLOT_BYTES_MIN)?;
        let at = self.lock_slots().take(bytes.len())?;
        self.segment.write(at, bytes).ok()?;
        Some(Frame::in_slot(id, at, bytes.len(), tensor.dtype(), tensor.shape()))
    }

    fn lock_awaited(&self) -> MutexGuard<'_, HashMap<FetchId, Option<Awaited>>> {
        self.awaited.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_slots(&self) -> MutexGuard<'_, Slots> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A tensor in the frame itself. Only a large one, for which there was no slot, consists of more than one part.
fn inline(id: FetchId, parcel: &Parcel) -> Frame {
    let message = recv_tensor::encode(parcel);
    if message.len() > MESSAGE_BYTES_MAX - 64 {
        let status = resource_exhausted(format!("a tensor of {} bytes is too long to send", message.len()));
        return Frame::Failed { id, status };
    }
    let response = match message.parts() {
        [whole] => whole.clone(),
        parts => Bytes::from(parts.concat()),
    };
    Frame::Inline { id, response }
}
