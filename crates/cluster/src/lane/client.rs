//! The end of a lane that fetches tensors.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use regatta_runtime::Receiver;
use regatta_status::{Result, Status, internal, unavailable};
use regatta_tensor::{DType, SegmentReader, Shape, Tensor};
use tokio::{net::UnixStream, runtime::Handle, task::JoinHandle, time::timeout};

use super::{
    METHOD, OPEN_TIMEOUT,
    frame::{FetchId, Frame},
    outbox::Outbox,
    socket::{self, Inbox, LaneName},
};
use crate::{
    grpc::{CallOptions, Channel, Message},
    recv_tensor,
    spec::TaskName,
    worker::StepId,
};

/// When a task that has no lane for us is asked again: it may have been restarted as another program.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(60);

/// Tensors of so many bytes are used where they lie. Smaller ones are copied while they are in a cache.
const LENT_BYTES_MIN: usize = 1 << 20;

/// How much of a segment may be used where it lies: what somebody keeps for long, such as a queue, is missing for others.
const LENT_BYTES_MAX: usize = 96 << 20;

/// The lane to a task, if there is one.
pub(crate) struct LaneSlot {
    task: TaskName,
    state: Mutex<State>,
}

enum State {
    /// There is none, and nobody asks before this time.
    Closed { until: Option<Instant> },
    /// The task is being asked.
    Opening,
    /// There is one.
    Open(Arc<Lane>),
}

impl LaneSlot {
    pub fn new(task: TaskName) -> Arc<LaneSlot> {
        Arc::new(LaneSlot { task, state: Mutex::new(State::Closed { until: None }) })
    }

    /// The lane, if it is open. If it could be, opens it for those who ask later.
    pub fn get(self: &Arc<Self>, channel: &Channel, runtime: &Handle) -> Option<Arc<Lane>> {
        let mut state = self.lock();
        match &*state {
            State::Open(lane) if lane.is_whole() => return Some(Arc::clone(lane)),
            State::Opening => return None,
            State::Closed { until: Some(until) } if *until > Instant::now() => return None,
            State::Open(_) | State::Closed { .. } => {}
        }
        *state = State::Opening;
        let (slot, channel) = (Arc::clone(self), channel.clone());
        runtime.spawn(async move {
            let opened = match timeout(OPEN_TIMEOUT, open(&channel, &slot.task)).await {
                Ok(opened) => opened,
                Err(_) => Err(unavailable(format!("not open after {OPEN_TIMEOUT:?}"))),
            };
            *slot.lock() = match opened {
                Ok(lane) => State::Open(Arc::new(lane)),
                Err(status) => {
                    tracing::debug!("no lane to {}: {status}", slot.task);
                    State::Closed { until: Some(Instant::now() + ASK_AGAIN_AFTER) }
                }
            };
        });
        None
    }

    #[cfg(test)]
    pub fn is_closed(&self) -> bool {
        matches!(&*self.lock(), State::Closed { until: Some(_) })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn open(channel: &Channel, task: &TaskName) -> Result<Lane> {
    let body = channel.call(METHOD, Message::new(), CallOptions::default()).await?;
    let name = LaneName::try_from(&body.collect().await?[..]).map_err(|_| internal("a lane's name is not one"))?;
    connect(&name, task).await.map_err(|e| unavailable(format!("cannot connect: {e}")))
}

pub(super) async fn connect(
    name: &LaneName,
    task: &TaskName,
) -> Result<Lane, Box<dyn std::error::Error + Send + Sync>> {
    let socket = socket::connect(name)?;
    socket::check_user(&socket)?;
    let segment = SegmentReader::open(&socket::recv_greeting(&socket).await?)?;
    tracing::debug!("opened a lane to {task}");
    Ok(Lane::new(socket, segment, task.clone()))
}

/// A lane to another task. Dropping it ends it.
pub(crate) struct Lane {
    fetcher: Arc<Fetcher>,
    task: JoinHandle<()>,
}

impl Drop for Lane {
    fn drop(&mut self) {
        self.task.abort();
        self.fetcher.fail_all();
    }
}

/// A fetch under way, to be given up by.
#[derive(Clone)]
pub(crate) struct Ticket {
    fetcher: Arc<Fetcher>,
    id: FetchId,
}

impl Ticket {
    /// Gives the fetch up, unless it is over: its receiver gets the cause.
    pub fn cancel(&self, cause: Status) {
        if let Some(receiver) = self.fetcher.take(self.id) {
            self.fetcher.outbox.send(Frame::Forget { id: self.id });
            receiver(Err(cause));
        }
    }
}

impl Lane {
    pub(super) fn new(socket: UnixStream, segment: SegmentReader, task: TaskName) -> Lane {
        let socket = Arc::new(socket);
        let mut inbox = Inbox::new(Arc::clone(&socket));
        let fetcher = Arc::new(Fetcher {
            task,
            outbox: Outbox::new(socket),
            segment: Arc::new(segment),
            lent: AtomicUsize::new(0),
            waiting: Mutex::new(Some(HashMap::new())),
            next_id: AtomicU64::new(0),
        });
        let at_work = Arc::clone(&fetcher);
        let task = tokio::spawn(async move {
            tokio::select! {
                ended = receive(&at_work, &mut inbox) => {
                    let why = ended.err().map_or("it was closed".to_owned(), |e| e.to_string());
                    tracing::debug!("the lane to {} ended: {why}", at_work.task);
                }
                () = at_work.outbox.write_left_over() => {}
            }
            at_work.fail_all();
        });
        Lane { fetcher, task }
    }

    /// Whether the other end is still there, as far as is known.
    pub fn is_whole(&self) -> bool {
        self.fetcher.lock().is_some()
    }

    /// Asks for a tensor of a step. The receiver is called when it is there, or the lane is not any more; it comes back
    /// untouched if that is so already.
    pub fn fetch(&self, step: StepId, key: String, receiver: Receiver) -> Result<Ticket, Receiver> {
        let id = FetchId(self.fetcher.next_id.fetch_add(1, Ordering::Relaxed));
        match &mut *self.fetcher.lock() {
            Some(waiting) => waiting.insert(id, receiver),
            None => return Err(receiver),
        };
        self.fetcher.outbox.send(Frame::Want { id, step, key });
        Ok(Ticket { fetcher: Arc::clone(&self.fetcher), id })
    }
}

/// One lane, seen from the end that gets tensors.
struct Fetcher {
    task: TaskName,
    outbox: Outbox,
    segment: Arc<SegmentReader>,
    /// Bytes of the segment that tensors lie in.
    lent: AtomicUsize,
    /// Who waits for what; nobody, and nobody any more, once the other end is gone.
    waiting: Mutex<Option<HashMap<FetchId, Receiver>>>,
    next_id: AtomicU64,
}

/// A slot until its tensor is not used any more, which its sender is told.
struct Borrowed {
    fetcher: Arc<Fetcher>,
    at: u64,
    len: usize,
}

impl Borrowed {
    fn new(fetcher: &Arc<Fetcher>, at: u64, len: usize) -> Borrowed {
        fetcher.lent.fetch_add(len, Ordering::Relaxed);
        Borrowed { fetcher: Arc::clone(fetcher), at, len }
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        self.fetcher.lent.fetch_sub(self.len, Ordering::Relaxed);
        self.fetcher.outbox.post(Frame::Done { at: self.at });
    }
}

async fn receive(fetcher: &Arc<Fetcher>, inbox: &mut Inbox) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    while inbox.fill().await? {
        fetcher.outbox.hold();
        while let Some(frame) = inbox.take()? {
            fetcher.handle(frame)?;
        }
        fetcher.outbox.let_go();
    }
    Ok(())
}

impl Fetcher {
    fn handle(self: &Arc<Self>, frame: Frame) -> Result<()> {
        match frame {
            Frame::InSlot { id, at, len, dtype, dims } => match self.take(id) {
                Some(receiver) => receiver(self.open_slot(at, len, dtype, &dims).map(Some)),
                // Nobody waits any more; the slot is free all the same.
                None => self.outbox.post(Frame::Done { at }),
            },
            Frame::Inline { id, response } => {
                if let Some(receiver) = self.take(id) {
                    receiver(recv_tensor::decode_whole(response));
                }
            }
            Frame::Failed { id, status } => {
                if let Some(receiver) = self.take(id) {
                    receiver(Err(status));
                }
            }
            Frame::Want { .. } | Frame::Forget { .. } | Frame::Done { .. } => {
                return Err(internal("a request came where answers do"));
            }
        }
        Ok(())
    }

    /// The tensor that lies in a slot: copied, or used where it lies. Either way the sender is told when the slot is free.
    fn open_slot(self: &Arc<Self>, at: u64, len: u64, dtype: i32, dims: &[i64]) -> Result<Tensor> {
        let small = |number: u64| usize::try_from(number).map_err(|_| internal("a number on a lane is too large"));
        let (place, len) = (small(at)?, small(len)?);
        let slot = Borrowed::new(self, at, len);
        let dtype = DType::from_number(dtype).ok_or_else(|| internal(format!("no type has the number {dtype}")))?;
        let shape = Shape::from_signed(dims)?;
        let has_room = self.lent.load(Ordering::Relaxed) <= LENT_BYTES_MAX;
        match len >= LENT_BYTES_MIN && has_room && SegmentReader::can_lend(dtype) {
            true => self.segment.lend((place, len), dtype, shape, slot),
            false => self.segment.tensor(place, len, dtype, shape),
        }
    }

    fn take(&self, id: FetchId) -> Option<Receiver> {
        self.lock().as_mut()?.remove(&id)
    }

    /// Ends the lane, and tells all who wait. Tensors that lie in its memory stay, and the other end does not wait for them.
    fn fail_all(&self) {
        self.outbox.close();
        let waiting = self.lock().take();
        for receiver in waiting.into_iter().flat_map(HashMap::into_values) {
            receiver(Err(unavailable(format!("{}: the connection was lost", self.task))));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<HashMap<FetchId, Receiver>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
