//! Events on their way to a file, by a thread of their own.
//!
//! A step hands its events over and goes on; the thread writes what has come, and flushes whenever it has caught up, so that
//! TensorBoard sees a run as it goes. What waits is bounded by its size. A disk that is slower than the run for so long that
//! the bound is reached makes the step wait, as TensorFlow's does: a curve with holes that nobody asked for would be worse.
//! A disk that takes nothing at all for [`PATIENCE`] costs the event, and is a failure.
//!
//! A failure is kept until the next [`SummaryWriter::flush`] or `close`, which tells the first one. Until then events go on
//! being taken, and each batch of them tries a new file: a file that was cut short must not be added to.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
    time::Duration,
};

use prost::Message;
use regatta_formats::{EventWriter, event_file::wall_time};
use regatta_status::{Result, Status, deadline_exceeded, internal, invalid_argument};
use regatta_tensor::Tensor;
use regatta_wire::{
    pb::{Event, SessionLog, Summary, TaggedRunMetadata, event::What, session_log::SessionStatus, summary},
    tensor_to_stored_proto,
};

use super::plugin;
use crate::{graph::Graph, timeline::RunMetadata};

/// How many bytes of events may wait for the disk.
const WAITING_BYTES_MAX: usize = 64 << 20;

/// How long anybody waits for the disk.
const PATIENCE: Duration = Duration::from_secs(60);

/// Writes the event files of a run. Threads may share it; dropping it writes what is waiting, and logs what `close` would have
/// told.
pub struct SummaryWriter {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    /// Tags of run metadata, which TensorBoard wants to be unique.
    traced: Mutex<BTreeSet<String>>,
}

/// What happened to a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionEvent {
    /// It started, or started again: what TensorBoard has of later steps is void.
    Start,
    /// A checkpoint was written.
    Checkpoint(String),
    /// It ended.
    Stop,
}

impl SummaryWriter {
    /// Begins an event file in a directory, which is made if it is missing.
    pub fn new(directory: impl AsRef<Path>) -> Result<SummaryWriter> {
        let directory = directory.as_ref();
        SummaryWriter::start(directory, EventWriter::create(directory)?)
    }

    /// Begins with a file, and makes others in the directory when they are needed.
    fn start(directory: &Path, file: EventWriter) -> Result<SummaryWriter> {
        let directory = directory.to_owned();
        let shared = Arc::new(Shared { directory, state: Mutex::default(), changed: Condvar::new() });
        let work = Arc::clone(&shared);
        let thread = thread::Builder::new().name("summary-writer".to_owned()).spawn(move || work.write_all(file));
        let thread =
            thread.map_err(|error| internal(format!("cannot start the thread of a summary writer: {error}")))?;
        Ok(SummaryWriter { shared, thread: Some(thread), traced: Mutex::default() })
    }

    /// The directory of the event files.
    pub fn directory(&self) -> &Path {
        &self.shared.directory
    }

    /// Adds the value of a summary node.
    pub fn add_summary(&self, summary: &[u8], step: i64) -> Result<()> {
        let decoded = Summary::decode(summary);
        let summary = decoded.map_err(|error| {
            let size = summary.len();
            invalid_argument(format!("these {size} bytes are no summary: {error}"))
        })?;
        self.add(step, What::Summary(summary));
        Ok(())
    }

    /// Adds a number.
    pub fn add_scalar(&self, tag: &str, value: f32, step: i64) {
        let value = summary::value::Value::SimpleValue(value);
        self.add_value(summary::Value { tag: tag.to_owned(), value: Some(value), ..Default::default() }, step);
    }

    /// Adds a text, which may be Markdown.
    pub fn add_text(&self, tag: &str, text: &str, step: i64) {
        let text = summary::value::Value::Tensor(tensor_to_stored_proto(&Tensor::string(text)));
        let metadata = Some(plugin("text"));
        self.add_value(summary::Value { tag: tag.to_owned(), value: Some(text), metadata, ..Default::default() }, step);
    }

    /// Adds the graph, to be looked at.
    pub fn add_graph(&self, graph: &Graph) -> Result<()> {
        self.add(0, What::GraphDef(graph.to_proto_bytes()?.into()));
        Ok(())
    }

    /// Adds a `MetaGraphDef` message.
    pub fn add_meta_graph(&self, meta_graph: Vec<u8>) {
        self.add(0, What::MetaGraphDef(meta_graph.into()));
    }

    /// Adds the times of a traced step. A tag can be used once.
    pub fn add_run_metadata(&self, tag: &str, metadata: &RunMetadata, step: i64) -> Result<()> {
        if !lock(&self.traced).insert(tag.to_owned()) {
            return Err(invalid_argument(format!("there is run metadata with the tag {tag} already")));
        }
        let run_metadata = metadata.to_proto_bytes().into();
        self.add(step, What::TaggedRunMetadata(TaggedRunMetadata { tag: tag.to_owned(), run_metadata }));
        Ok(())
    }

    /// Adds what happened to the session.
    pub fn add_session_log(&self, event: SessionEvent, step: i64) {
        let (status, checkpoint_path) = match event {
            SessionEvent::Start => (SessionStatus::Start, String::new()),
            SessionEvent::Checkpoint(path) => (SessionStatus::Checkpoint, path),
            SessionEvent::Stop => (SessionStatus::Stop, String::new()),
        };
        let log = SessionLog { status: status as i32, checkpoint_path, ..Default::default() };
        self.add(step, What::SessionLog(log));
    }

    /// Waits until everything added so far can be read by others; tells the first failure since the last call.
    pub fn flush(&self) -> Result<()> {
        self.shared.flush()
    }

    /// Writes everything and ends; tells the first failure since the last flush.
    pub fn close(mut self) -> Result<()> {
        self.finish()
    }

    fn add_value(&self, value: summary::Value, step: i64) {
        self.add(step, What::Summary(Summary { value: vec![value] }));
    }

    fn add(&self, step: i64, what: What) {
        self.shared.put(Event { wall_time: wall_time(), step, what: Some(what), source_metadata: None });
    }

    fn finish(&mut self) -> Result<()> {
        let Some(thread) = self.thread.take() else { return Ok(()) };
        let outcome = self.shared.flush();
        self.shared.change(|state| state.closed = true);
        // A thread that hangs on a disk is left behind.
        let caught_up = outcome.is_ok() || self.shared.has_caught_up();
        if caught_up && thread.join().is_err() {
            return Err(internal("the thread of a summary writer panicked"));
        }
        outcome
    }
}

impl Drop for SummaryWriter {
    fn drop(&mut self) {
        if let Err(error) = self.finish() {
            tracing::warn!("the summaries in {} are not complete: {error}", self.shared.directory.display());
        }
    }
}

struct Shared {
    directory: PathBuf,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: Vec<Event>,
    /// How large those are.
    waiting_bytes: usize,
    /// How many events were ever put, and how many of them were taken care of.
    put: u64,
    done: u64,
    closed: bool,
    /// The first failure that nobody has been told.
    failed: Option<Status>,
}

impl State {
    fn fail(&mut self, error: Status) {
        self.failed.get_or_insert(error);
    }
}

impl Shared {
    fn put(&self, event: Event) {
        let size = event.encoded_len();
        // An event that is larger than the bound goes alone.
        let is_full = |state: &mut State| state.waiting_bytes > 0 && state.waiting_bytes + size > WAITING_BYTES_MAX;
        let waited = self.changed.wait_timeout_while(lock(&self.state), PATIENCE, is_full);
        let (mut state, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        if timeout.timed_out() {
            return state.fail(self.too_slow("an event was dropped"));
        }
        state.waiting.push(event);
        state.waiting_bytes += size;
        state.put += 1;
        self.changed.notify_all();
    }

    fn flush(&self) -> Result<()> {
        let state = lock(&self.state);
        let put = state.put;
        let waited = self.changed.wait_timeout_while(state, PATIENCE, |state| state.done < put);
        let (mut state, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        if timeout.timed_out() {
            state.fail(self.too_slow("events are still waiting"));
        }
        state.failed.take().map_or(Ok(()), Err)
    }

    fn has_caught_up(&self) -> bool {
        let state = lock(&self.state);
        state.done == state.put
    }

    fn too_slow(&self, consequence: &str) -> Status {
        let (directory, seconds) = (self.directory.display(), PATIENCE.as_secs());
        deadline_exceeded(format!("{directory}: no event could be written for {seconds} s, and {consequence}"))
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut lock(&self.state));
        self.changed.notify_all();
    }

    /// What the thread does: takes all that waits, writes it, flushes; until the writer is closed.
    fn write_all(&self, file: EventWriter) {
        let mut file = Some(file);
        while let Some(events) = self.next_batch() {
            let count = events.len() as u64;
            let written = self.write_batch(&mut file, &events);
            self.change(|state| {
                state.done += count;
                if let Err(error) = written {
                    state.fail(error);
                }
            });
        }
    }

    /// Everything that waits, as soon as there is something; `None` when the writer is closed.
    fn next_batch(&self) -> Option<Vec<Event>> {
        let idle = |state: &mut State| state.waiting.is_empty() && !state.closed;
        let mut state = self.changed.wait_while(lock(&self.state), idle).unwrap_or_else(PoisonError::into_inner);
        state.waiting_bytes = 0;
        let events = std::mem::take(&mut state.waiting);
        self.changed.notify_all();
        (!events.is_empty()).then_some(events)
    }

    fn write_batch(&self, file: &mut Option<EventWriter>, events: &[Event]) -> Result<()> {
        let mut writer = match file.take() {
            Some(writer) => writer,
            None => EventWriter::create(&self.directory)?,
        };
        events.iter().try_for_each(|event| writer.write(event))?;
        writer.flush()?;
        // Only a file to which everything could be written is used again.
        *file = Some(writer);
        Ok(())
    }
}

/// What is behind these locks is whole at any time, whoever panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::fs::OpenOptions;

    use regatta_formats::event_file::{event_files, read_scalars};
    use regatta_status::Code;

    use super::*;

    /// A file on a full disk: every write to this device fails as one would there.
    fn full() -> EventWriter {
        let path = Path::new("/dev/full");
        EventWriter::to_file(path, OpenOptions::new().write(true).open(path).unwrap()).unwrap()
    }

    #[test]
    fn a_full_disk_is_told_once_and_when_there_is_room_a_new_file_is_begun() {
        let directory = tempfile::tempdir().unwrap();
        let writer = SummaryWriter::start(directory.path(), full()).unwrap();
        writer.add_scalar("loss", 1.0, 1);
        let error = writer.flush().unwrap_err();
        assert!(error.code == Code::ResourceExhausted && error.message.contains("/dev/full"), "{error}");
        writer.flush().unwrap();
        writer.add_scalar("loss", 2.0, 2);
        writer.close().unwrap();
        assert_eq!(event_files(directory.path()).unwrap().len(), 1);
        assert_eq!(read_scalars(directory.path()).unwrap()["loss"].len(), 1);
    }

    #[test]
    fn closing_tells_a_failure_and_dropping_outlives_one() {
        let directory = tempfile::tempdir().unwrap();
        let writer = SummaryWriter::start(directory.path(), full()).unwrap();
        writer.add_scalar("loss", 1.0, 1);
        assert_eq!(writer.close().unwrap_err().code, Code::ResourceExhausted);
        let writer = SummaryWriter::start(directory.path(), full()).unwrap();
        writer.add_scalar("loss", 1.0, 1);
        drop(writer);
    }
}
