//! How a parameter server knows that all workers have finished.
//!
//! A queue on each parameter server: a worker that has finished puts its number into all of them, and a parameter server takes
//! numbers out of its own until it has seen every worker's. TensorFlow's servers join for ever instead; but any task can hold the
//! queue, so workers need not know what kind their parameter servers are.
//!
//! How long workers train nobody knows beforehand, and one that died may be started again; so there is no limit on this wait. From
//! the moment that one worker has finished it says whom it waits for.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use regatta_cluster::SessionConfig;
use regatta_graph::Outlet;
use regatta_status::Result;
use regatta_tensor::{DType, Tensor};

use crate::{graph::Graph, hooks::Hook, session::Session};

/// How long telling one parameter server may take: it may be gone already.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a parameter server may take to look into its own queue, however busy it is.
const STEP_TIMEOUT: Duration = Duration::from_secs(600);
/// How often a parameter server looks who has finished, and says for whom it still waits.
const LOOK_EVERY: Duration = Duration::from_millis(100);
const REPORT_EVERY: Duration = Duration::from_secs(30);

/// What a worker does when it has finished: a hook, to be added before all others, so that it ends after them.
#[derive(Clone)]
pub struct Completion {
    tell: Vec<Outlet>,
    withdrawn: Arc<AtomicBool>,
}

impl Completion {
    /// Adds to a worker's graph what tells each of the parameter servers.
    pub fn new(g: &mut Graph, parameter_servers: usize, worker: usize) -> Result<Completion> {
        let tell = |ps: usize| {
            let queue = queue(g, ps)?;
            g.colocate_with(&queue, |g| {
                let number = g.constant(Tensor::scalar(worker as i64))?;
                g.node("QueueEnqueueV2", "worker_done").inputs([&queue, &number]).finish()
            })
        };
        let tell = (0..parameter_servers).map(tell).collect::<Result<_>>()?;
        Ok(Completion { tell, withdrawn: Arc::default() })
    }

    /// Says nothing at the end: the worker was interrupted, and may come back.
    pub fn withdraw(&self) {
        self.withdrawn.store(true, Ordering::SeqCst);
    }

    /// Waits, on a parameter server, until all workers have finished; `heard` is told of each.
    pub fn wait(target: &str, ps: usize, workers: usize, mut heard: impl FnMut(usize)) -> Result<()> {
        let mut g = Graph::new();
        let queue = queue(&mut g, ps)?;
        let node = g.node("QueueDequeueV2", "next_done").input(&queue).attr("component_types", vec![DType::Int64]);
        let next = node.finish()?;
        let count = g.node("QueueSizeV2", "count_done").input(&queue).finish()?;
        let config = SessionConfig { device_filters: vec![format!("/job:ps/task:{ps}")], ..SessionConfig::default() };
        let session = Session::with_config(target, config)?;
        let mut finished = BTreeSet::new();
        let mut reported = Instant::now();
        while finished.len() < workers {
            if session.step(&mut g).fetch(&count).timeout(STEP_TIMEOUT).run()?[0].single::<i32>()? == 0 {
                if !finished.is_empty() && reported.elapsed() > REPORT_EVERY {
                    reported = Instant::now();
                    tracing::warn!("still waiting for {} to finish", missing(&finished, workers));
                }
                std::thread::sleep(LOOK_EVERY);
                continue;
            }
            let worker = session.step(&mut g).fetch(&next).timeout(STEP_TIMEOUT).run()?[0].single::<i64>()?;
            // A worker that was started again may finish twice.
            if finished.insert(worker) {
                heard(worker as usize);
                reported = Instant::now();
            }
        }
        session.close()
    }
}

impl Hook for Completion {
    fn end(&mut self, session: &Arc<Session>) -> Result<()> {
        if self.withdrawn.load(Ordering::SeqCst) {
            return Ok(());
        }
        for (ps, tell) in self.tell.iter().enumerate() {
            if let Err(status) = session.step_as_sent().op(tell).timeout(PATIENCE).run() {
                tracing::warn!("parameter server {ps} was not told that this worker has finished: {status}");
            }
        }
        Ok(())
    }
}

/// Who has not finished yet, by name as far as there are few.
fn missing(finished: &BTreeSet<i64>, workers: usize) -> String {
    let missing: Vec<String> = (0..workers as i64).filter(|w| !finished.contains(w)).map(|w| w.to_string()).collect();
    match missing.as_slice() {
        [one] => format!("worker {one}"),
        few if few.len() <= 10 => format!("workers {}", few.join(", ")),
        many => format!("{} of {workers} workers", many.len()),
    }
}

/// The queue on a parameter server, whoever's graph it is in.
fn queue(g: &mut Graph, ps: usize) -> Result<Outlet> {
    g.device(&format!("/job:ps/task:{ps}"), |g| {
        let node = g.node("FIFOQueueV2", &format!("workers_done_{ps}")).attr("component_types", vec![DType::Int64]);
        node.attr("shared_name", format!("regatta_workers_done_{ps}")).finish()
    })
}
