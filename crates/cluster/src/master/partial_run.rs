//! Steps that a client feeds and fetches in several calls.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use regatta_graph::{Graph, Signature};
use regatta_status::{Result, invalid_argument};

use super::{
    compile::CompiledStep,
    session::{CleanupOnDrop, MasterSession, RunStep, RunStepReply, collect_fetches, full_name, run_parts},
};
use crate::worker::StepId;

/// The partial runs of a session by handle.
#[derive(Default)]
pub(crate) struct PartialRuns {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    next_handle: u64,
    runs: HashMap<String, PartialRun>,
}

/// A step under way.
struct PartialRun {
    step: Arc<CompiledStep>,
    id: StepId,
    /// Tensors that may still be fed, and that may still be fetched.
    feeds_left: BTreeSet<String>,
    fetches_left: BTreeSet<String>,
    /// Told when the run is over or forgotten.
    cleanup: Arc<CleanupOnDrop>,
}

impl PartialRuns {
    /// Forgets all runs.
    pub fn clear(&self) {
        self.lock().runs.clear();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MasterSession {
    /// Announces a partial run: everything that will be fed, fetched and run in it.
    pub async fn partial_run_setup(&self, feeds: &[String], fetches: &[String], targets: &[String]) -> Result<String> {
        let signature =
            Signature { feeds: feeds.to_vec(), fetches: fetches.to_vec(), targets: targets.to_vec() }.canonical()?;
        let step = self.until_closed(None, self.compiled(signature)).await?;
        let id = StepId(rand::random_range(1..1i64 << 57));
        let run = PartialRun {
            cleanup: Arc::new(CleanupOnDrop::new(&step, id)),
            feeds_left: feeds.iter().map(|name| full_name(name)).collect::<Result<_>>()?,
            fetches_left: fetches.iter().map(|name| full_name(name)).collect::<Result<_>>()?,
            step,
            id,
        };
        let mut state = self.partial_runs.lock();
        let handle = state.next_handle.to_string();
        state.next_handle += 1;
        state.runs.insert(handle.clone(), run);
        Ok(handle)
    }

    /// Feeds some of the announced tensors and fetches others. The call that leaves nothing to feed or fetch ends the run.
    pub async fn partial_run(&self, handle: &str, request: RunStep) -> Result<RunStepReply> {
        self.check_feeds(&request.feeds)?;
        let graph = self.graph();
        let (step, id, is_last, _cleanup) = {
            let mut state = self.partial_runs.lock();
            let run = state.runs.get_mut(handle).ok_or_else(|| {
                invalid_argument(
                    "Must run PartialRunSetup before performing partial runs, or the partial run has ended",
                )
            })?;
            let fed: Vec<String> = request.feeds.iter().map(|(name, _)| full_name(name)).collect::<Result<_>>()?;
            let fetched: Vec<String> = request.fetches.iter().map(|name| full_name(name)).collect::<Result<_>>()?;
            if let Some(name) = fed.iter().find(|name| !run.feeds_left.contains(*name)) {
                return Err(invalid_argument(format!("The feed {name} had already been fed, or was not announced")));
            }
            if let Some(name) = fetched.iter().find(|name| !run.fetches_left.contains(*name)) {
                return Err(invalid_argument(format!(
                    "The fetch {name} was not specified in partial_run_setup, or was already fetched"
                )));
            }
            let missing: BTreeSet<String> = run.feeds_left.iter().filter(|name| !fed.contains(name)).cloned().collect();
            check_reachable(&graph, &fetched, &missing)?;
            run.feeds_left = missing;
            run.fetches_left.retain(|name| !fetched.contains(name));
            let is_last = run.feeds_left.is_empty() && run.fetches_left.is_empty();
            let kept = (Arc::clone(&run.step), run.id, is_last, Arc::clone(&run.cleanup));
            if is_last {
                state.runs.remove(handle);
            }
            kept
        };
        let mut calls = self.calls(&step, &request.feeds, &request.fetches, false)?;
        for call in &mut calls {
            (call.is_partial, call.is_last_partial) = (true, is_last);
        }
        let ran = self.until_closed(request.options.timeout, run_parts(&step, id, calls, &mut None)).await;
        if ran.is_err() {
            self.partial_runs.lock().runs.remove(handle);
        }
        let mut fetched = ran?;
        Ok(RunStepReply {
            tensors: collect_fetches(&step, &request.fetches, &mut fetched)?,
            metadata: is_last.then(Default::default),
        })
    }
}

/// Refuses a fetch that cannot be computed before something else is fed: waiting for it would never end.
fn check_reachable(graph: &Graph, fetches: &[String], missing: &BTreeSet<String>) -> Result<()> {
    for fetch in fetches {
        let mut to_visit = vec![graph.find_output(fetch)?];
        let mut seen = BTreeSet::new();
        while let Some(output) = to_visit.pop() {
            let node = graph.node(output.node);
            if missing.contains(&format!("{}:{}", node.name, output.index)) {
                return Err(invalid_argument(format!(
                    "Fetch {fetch} can't be computed from the feeds that have been fed so far."
                )));
            }
            if seen.insert(output.node) {
                to_visit.extend(node.inputs.iter().copied());
                to_visit.extend(node.control_inputs.iter().map(|&node| regatta_graph::Output { node, index: 0 }));
            }
        }
    }
    Ok(())
}
