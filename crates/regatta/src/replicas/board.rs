//! What workers let each other know, in two tables beside the global step: the policy that each has, and what became of its gradients.
//!
//! The tables are TensorFlow's, so this works whatever kind the parameter servers are of.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use regatta_graph::Outlet;
use regatta_replication::{Receipt, Tally};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, PartialShape, Shape, Tensor};

use crate::{graph::Graph, session::Session, summary, variable::Variable};

/// How long those who disagree have to change their minds: what the table says may be of a run before.
const PATIENCE: Duration = Duration::from_secs(5);
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// How often a worker says what became of its gradients.
const REPORT_EVERY: Duration = Duration::from_secs(1);
/// How long a look at the tables may take.
const STEP_TIMEOUT: Duration = Duration::from_secs(30);

/// A worker's view of the tables.
#[derive(Clone)]
pub(super) struct Board {
    worker: usize,
    workers: usize,
    policy: String,
    say: Outlet,
    hear: (Outlet, Outlet),
    unsay: Outlet,
    numbers: Outlet,
    report: Outlet,
    receipts: Outlet,
    state: Arc<Mutex<State>>,
}

struct State {
    tally: Tally,
    reported: Instant,
}

impl Board {
    pub(super) fn new(
        g: &mut Graph,
        policy: &str,
        worker: usize,
        workers: usize,
        global_step: &Variable,
    ) -> Result<Board> {
        let state = Arc::new(Mutex::new(State { tally: Tally::default(), reported: Instant::now() }));
        g.colocate_with(global_step.handle(), |g| {
            g.name_scope("replicas", |g| {
                let own = g.constant(Tensor::vector(vec![worker as i64]))?;
                let policies = g.node("MutableHashTableV2", "policies").attr("key_dtype", DType::Int64);
                let policies = policies.attr("value_dtype", DType::String).attr("shared_name", "replica_policies");
                let policies = policies.finish()?;
                let said = g.constant(Tensor::strings(Shape::vector(1), vec![policy.into()])?)?;
                let say = g.node("LookupTableInsertV2", "say").inputs([&policies, &own, &said]).finish()?;
                let hear = g.node("LookupTableExportV2", "hear").input(&policies);
                let hear = hear.attr("Tkeys", DType::Int64).attr("Tvalues", DType::String).finish()?;
                let unsay = g.node("LookupTableRemoveV2", "unsay").inputs([&policies, &own]).finish()?;

                let receipts = g.node("MutableHashTableOfTensorsV2", "receipts").attr("key_dtype", DType::Int64);
                let receipts = receipts.attr("value_dtype", DType::Int64).attr("shared_name", "replica_receipts");
                let receipts = receipts.attr("value_shape", PartialShape::new(vec![Some(4)])).finish()?;
                let numbers = g.placeholder("receipts_now", DType::Int64, &[Some(1), Some(4)])?;
                let report = g.node("LookupTableInsertV2", "report").inputs([&receipts, &own, &numbers]).finish()?;
                let hear = (hear.output(0), hear.output(1));
                let policy = policy.to_owned();
                Ok(Board { worker, workers, policy, say, hear, unsay, numbers, report, receipts, state })
            })
        })
    }

    /// Makes sure that all workers who have said so have the same policy.
    pub(super) fn agree(&self, session: &Session) -> Result<()> {
        session.step_as_sent().op(&self.say).timeout(STEP_TIMEOUT).run()?;
        let until = Instant::now() + PATIENCE;
        loop {
            let others = self.others(session)?;
            if others.is_empty() {
                return Ok(());
            }
            if Instant::now() >= until {
                session.step_as_sent().op(&self.unsay).timeout(STEP_TIMEOUT).run()?;
                return Err(self.disagreement(&others));
            }
            std::thread::sleep(LOOK_EVERY);
        }
    }

    /// As [`Board::agree`], without patience: somebody who came later may have said something else.
    pub(super) fn still_agrees(&self, session: &Session) -> Result<()> {
        match self.others(session)? {
            others if others.is_empty() => Ok(()),
            others => Err(self.disagreement(&others)),
        }
    }

    /// The workers that have another policy.
    fn others(&self, session: &Session) -> Result<Vec<(i64, String)>> {
        let (workers, policies) = &self.hear;
        let found = session.step_as_sent().fetch(workers).fetch(policies).timeout(STEP_TIMEOUT).run()?;
        let policies = found[1].as_strings()?.iter().map(|text| String::from_utf8_lossy(text).into_owned());
        let said = found[0].values::<i64>()?.iter().copied().zip(policies);
        // A worker that the cluster does not have is of another run.
        let differs = |(worker, policy): &(i64, String)| *policy != self.policy && (*worker as usize) < self.workers;
        let mut others: Vec<(i64, String)> = said.filter(differs).collect();
        others.sort();
        Ok(others)
    }

    fn disagreement(&self, others: &[(i64, String)]) -> regatta_status::Status {
        let others = others.iter().map(|(worker, policy)| format!("/job:worker/task:{worker} has `{policy}`"));
        invalid_argument(format!(
            "the workers' policies differ: /job:worker/task:{} has `{}`, {}: all must have the same",
            self.worker,
            self.policy,
            others.collect::<Vec<_>>().join(", ")
        ))
    }

    pub(super) fn count(&self, receipt: Receipt) {
        self.state().tally.count(receipt);
    }

    pub(super) fn tally(&self) -> Tally {
        self.state().tally
    }

    /// Says what became of this worker's gradients, if it is time.
    pub(super) fn report_if_due(&self, session: &Session) -> Result<()> {
        let is_due = self.state().reported.elapsed() >= REPORT_EVERY;
        if is_due { self.tell(session) } else { Ok(()) }
    }

    fn tell(&self, session: &Session) -> Result<()> {
        let tally = self.tally();
        let numbers = [tally.applied, tally.late, tally.stale, tally.duplicate].map(|number| number as i64);
        let numbers = Tensor::new(Shape::new(&[1, 4])?, numbers.to_vec())?;
        self.state().reported = Instant::now();
        let step = session.step_as_sent().feed(&self.numbers, numbers).op(&self.report);
        step.timeout(STEP_TIMEOUT).run().map(drop)
    }

    /// The last word.
    pub(super) fn leave(&self, session: &Session) -> Result<()> {
        self.tell(session)?;
        session.step_as_sent().op(&self.unsay).timeout(STEP_TIMEOUT).run().map(drop)
    }

    pub(super) fn summarize(&self, g: &mut Graph) -> Result<()> {
        let tallies = g.colocate_with(&self.receipts, |g| {
            let workers = g.constant(Tensor::vector((0..self.workers as i64).collect()))?;
            let none = g.constant(Tensor::vector(vec![0i64; 4]))?;
            let found = g.node("LookupTableFindV2", "tallies").inputs([&self.receipts, &workers, &none]).finish()?;
            g.cast(&found, DType::Float)
        })?;
        let rows = g.node("Unpack", "tally").input(&tallies).attr("num", self.workers as i64).finish()?;
        for worker in 0..self.workers {
            let kinds = g.node("Unpack", "kinds").input(&rows.output(worker)).attr("num", 4i64).finish()?;
            let dropped = g.add(&kinds.output(1), &kinds.output(2))?;
            summary::scalar(g, &format!("replicas/worker_{worker}/applied"), &kinds.output(0))?;
            summary::scalar(g, &format!("replicas/worker_{worker}/dropped"), &dropped)?;
        }
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
