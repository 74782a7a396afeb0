//! A coordinator: threads that work until one of them asks all to stop.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use regatta_status::{Code, Result, Status, deadline_exceeded, internal};

/// Threads that end together. The first error that one of them ends with is what [`Coordinator::join`] answers.
///
/// ```
/// use regatta::Coordinator;
///
/// let coordinator = Coordinator::new();
/// coordinator.spawn("counter", |coordinator| {
///     let mut count = 0;
///     while !coordinator.should_stop() {
///         count += 1;
///         if count == 3 {
///             coordinator.request_stop();
///         }
///     }
///     Ok(())
/// })?;
/// coordinator.join(std::time::Duration::from_secs(10))?;
/// # Ok::<(), regatta::Status>(())
/// ```
#[derive(Clone, Default)]
pub struct Coordinator {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    stopping: bool,
    error: Option<Status>,
    threads: Vec<(String, JoinHandle<()>)>,
    running: usize,
}

impl Coordinator {
    /// One without threads.
    pub fn new() -> Coordinator {
        Coordinator::default()
    }

    /// Starts a thread. What it fails with stops the others; `OUT_OF_RANGE`, the end of the data, and `CANCELLED`, the end of
    /// the session, stop them without being errors.
    pub fn spawn(&self, name: &str, work: impl FnOnce(&Coordinator) -> Result<()> + Send + 'static) -> Result<()> {
        let coordinator = self.clone();
        self.lock().running += 1;
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(move || {
            // Counts down whatever happens to the work, a panic included.
            let _running = Running(&coordinator);
            if let Err(status) = work(&coordinator) {
                coordinator.request_stop_with(status);
            }
        });
        match thread {
            Ok(thread) => {
                self.lock().threads.push((name.to_owned(), thread));
                Ok(())
            }
            Err(error) => {
                self.lock().running -= 1;
                Err(internal(format!("cannot start a thread: {error}")))
            }
        }
    }

    /// Asks all threads to stop.
    pub fn request_stop(&self) {
        self.lock().stopping = true;
        self.shared.changed.notify_all();
    }

    /// Asks all threads to stop because of this.
    pub fn request_stop_with(&self, status: Status) {
        let mut state = self.lock();
        state.stopping = true;
        if !matches!(status.code, Code::OutOfRange | Code::Cancelled) && state.error.is_none() {
            state.error = Some(status);
        }
        drop(state);
        self.shared.changed.notify_all();
    }

    /// Whether somebody has asked for the end.
    pub fn should_stop(&self) -> bool {
        self.lock().stopping
    }

    /// Waits until somebody asks for the end, or for so long; answers whether somebody has.
    pub fn wait_for_stop(&self, timeout: Duration) -> bool {
        let wait = self.shared.changed.wait_timeout_while(self.lock(), timeout, |state| !state.stopping);
        wait.unwrap_or_else(PoisonError::into_inner).0.stopping
    }

    /// Waits until somebody asks for the end and all threads have ended, which may then take no longer than `grace`.
    pub fn join(&self, grace: Duration) -> Result<()> {
        let mut state = self.lock();
        while !state.stopping && state.running > 0 {
            state = self.shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let until = Instant::now() + grace;
        while state.running > 0 {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let late = state.threads.iter().filter(|(_, thread)| !thread.is_finished());
                let late: Vec<&str> = late.map(|(name, _)| name.as_str()).collect();
                return Err(deadline_exceeded(format!(
                    "threads that were asked to stop have not ended after {grace:.0?}: {}",
                    late.join(", ")
                )));
            }
            state = self.shared.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        let panicked = |(name, thread): (String, JoinHandle<()>)| thread.join().err().map(|_| name);
        let panicked: Vec<String> = std::mem::take(&mut state.threads).into_iter().filter_map(panicked).collect();
        match (state.error.clone(), panicked.as_slice()) {
            (Some(status), _) => Err(status),
            (None, [first, ..]) => Err(internal(format!("the thread {first} has panicked"))),
            (None, []) => Ok(()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of the threads, as long as it runs.
struct Running<'a>(&'a Coordinator);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.request_stop();
        }
        self.0.lock().running -= 1;
        self.0.shared.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use regatta_status::{invalid_argument, out_of_range};

    use super::*;

    const GRACE: Duration = Duration::from_secs(20);

    fn patient(coordinator: &Coordinator) {
        while !coordinator.wait_for_stop(Duration::from_millis(5)) {}
    }

    #[test]
    fn the_first_error_stops_all() {
        let coordinator = Coordinator::new();
        for k in 0..3 {
            let wait = move |coordinator: &Coordinator| {
                patient(coordinator);
                Ok(())
            };
            coordinator.spawn(&format!("waits {k}"), wait).unwrap();
        }
        coordinator.spawn("fails", |_| Err(invalid_argument("bad"))).unwrap();
        assert_eq!(coordinator.join(GRACE).unwrap_err().message, "bad");
        assert!(coordinator.should_stop());
    }

    #[test]
    fn the_end_of_the_data_is_no_error() {
        let coordinator = Coordinator::new();
        coordinator.spawn("reads", |_| Err(out_of_range("no more"))).unwrap();
        coordinator.join(GRACE).unwrap();
        assert!(coordinator.should_stop());
    }

    #[test]
    fn who_ends_without_a_word_stops_nobody() {
        let coordinator = Coordinator::new();
        coordinator.spawn("short", |_| Ok(())).unwrap();
        coordinator.join(GRACE).unwrap();
        assert!(!coordinator.should_stop());
    }

    #[test]
    fn a_late_thread_is_named() {
        let coordinator = Coordinator::new();
        let gate = Coordinator::new();
        let inner = gate.clone();
        let deaf = move |_: &Coordinator| {
            patient(&inner);
            Ok(())
        };
        coordinator.spawn("deaf", deaf).unwrap();
        coordinator.request_stop();
        let error = coordinator.join(Duration::from_millis(10)).unwrap_err();
        assert!(error.message.contains("deaf"), "{error}");
        gate.request_stop();
        coordinator.join(GRACE).unwrap();
    }

    #[test]
    fn a_panic_is_told() {
        let coordinator = Coordinator::new();
        coordinator.spawn("breaks", |_| panic!("on purpose")).unwrap();
        assert!(coordinator.join(GRACE).unwrap_err().message.contains("breaks"));
    }
}
