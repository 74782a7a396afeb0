//! The compute threads of a task: a few, fed from one queue. What blocks on a disk gets a thread of its own.

use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
};

/// A piece of work.
pub type Job = Box<dyn FnOnce() + Send>;

/// A fixed number of threads that run jobs in the order they come. Dropping the last handle ends the threads once the jobs
/// that are queued have run.
#[derive(Clone)]
pub struct Pool {
    shared: Arc<Handle>,
}

struct Handle {
    queue: Arc<Queue>,
}

struct Queue {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    closed: bool,
}

impl Pool {
    /// A pool of `threads` threads.
    pub fn new(threads: usize) -> std::io::Result<Pool> {
        let queue = Arc::new(Queue { state: Mutex::default(), wake: Condvar::new() });
        for i in 0..threads.max(1) {
            let queue = Arc::clone(&queue);
            thread::Builder::new().name(format!("compute-{i}")).spawn(move || queue.work())?;
        }
        Ok(Pool { shared: Arc::new(Handle { queue }) })
    }

    /// A pool with a thread for each core, and at least two: one kernel that takes long must not hold up the rest.
    pub fn for_this_machine() -> std::io::Result<Pool> {
        Pool::new(thread::available_parallelism().map_or(2, |cores| cores.get().max(2)))
    }

    /// Queues a job. Never blocks.
    pub fn spawn(&self, job: impl FnOnce() + Send + 'static) {
        let queue = &self.shared.queue;
        queue.state.lock().unwrap_or_else(PoisonError::into_inner).jobs.push_back(Box::new(job));
        queue.wake.notify_one();
    }

    /// Runs a job that may block (on a file) on a thread of its own, so that it does not take a compute thread.
    pub fn spawn_blocking(&self, job: impl FnOnce() + Send + 'static) {
        let job: Job = Box::new(job);
        let slot = Arc::new(Mutex::new(Some(job)));
        let theirs = Arc::clone(&slot);
        let spawned = thread::Builder::new().name("blocking".into()).spawn(move || take_and_run(&theirs));
        if spawned.is_err() {
            // No thread to be had: better late on a compute thread than never.
            self.spawn(move || take_and_run(&slot));
        }
    }
}

fn take_and_run(slot: &Mutex<Option<Job>>) {
    let job = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(job) = job {
        job();
    }
}

impl Queue {
    fn work(&self) {
        loop {
            let job = {
                let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                loop {
                    match state.jobs.pop_front() {
                        Some(job) => break job,
                        None if state.closed => return,
                        None => state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner),
                    }
                }
            };
            // The executor turns a kernel's panic into the step's error; this is the last resort, so that a thread is never lost.
            if catch_unwind(AssertUnwindSafe(job)).is_err() {
                tracing::error!("a job panicked on a compute thread");
            }
        }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.queue.state.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.queue.wake.notify_all();
    }
}
