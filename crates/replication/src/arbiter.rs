//! The arbiter: who waits, which pushes are applied together, and what receipt each gets. A machine without threads or clocks.
//!
//! ```text
//! join ──► wait until all are there (if the rules want it) ──► version to begin with
//! push ──► waits ──rules──► batch: the last to come is told to apply it, the others wait until it has ──► receipt
//!                 └───────► refused: late, or stale ──► receipt
//! applied ──► the version is there: everybody who waited for it goes on, unless the rules hold him back
//! ```
//!
//! A version is given to a batch when it is decided on, and nobody is told of a version before all batches up to it have been applied:
//! who reads variables after an answer reads at least that version. Workers that are not heard of for longer than their lease do not
//! count any more, until they are heard of again. A worker that was started again takes the place of its earlier self, which is
//! told so.

use std::collections::{BTreeMap, BTreeSet};

use regatta_status::{Result, Status, aborted, cancelled, failed_precondition, invalid_argument};

use crate::{
    receipt::Receipt,
    rules::{Member, Refusal, Rules, Ruling, View},
};

/// One life of a worker's process. Incarnations of a worker rise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Replica {
    /// The worker's task.
    pub worker: usize,
    /// Which life.
    pub incarnation: i64,
}

/// What distinguishes a push from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// Whose it is.
    pub replica: Replica,
    /// Which of its steps; these rise.
    pub step: i64,
}

/// A gradient that is ready to be applied.
#[derive(Clone, Debug)]
pub struct Push {
    /// Its name.
    pub key: Key,
    /// The version of the variables that it was computed with.
    pub version: i64,
    /// What the worker has measured, for rules that learn.
    pub report: Vec<f64>,
}

/// Pushes to be applied together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The version that they make.
    pub version: i64,
    /// By worker: the order in which they are added up.
    pub keys: Vec<Key>,
}

/// What somebody who waited is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A worker has joined, and begins with this version.
    Joined {
        /// The version of the variables.
        version: i64,
    },
    /// A push completed a batch: whoever pushed applies it, and says so.
    Apply(Batch),
    /// A push was settled.
    Settled(Receipt),
    /// Who applied a batch may go on.
    MayGoOn,
}

/// Who waited, and what he is told.
pub type Settled<T> = (T, Result<Outcome>);

/// Decides about the pushes of a cluster's workers. `T` names somebody who waits.
#[derive(Debug)]
pub struct Arbiter<T> {
    rules: Box<dyn Rules>,
    total: usize,
    /// Milliseconds after which a worker that is not heard of does not count.
    lease: u64,
    version: i64,
    /// How many steps of their own the workers make before the next push; `None` when training is over.
    local_steps: Option<i64>,
    members: BTreeMap<usize, Member>,
    details: BTreeMap<usize, Details<T>>,
    has_assembled: bool,
    joining: Vec<(T, usize)>,
    /// Batches that are being applied, by the version they make.
    open: BTreeMap<i64, Open<T>>,
    answers: Vec<Answer<T>>,
    arrivals: u64,
    settled: Vec<Settled<T>>,
}

/// What only the arbiter needs to know of a member.
#[derive(Debug)]
struct Details<T> {
    heard: u64,
    /// The last step that was settled, or is being applied.
    last_step: i64,
    push: Option<Held<T>>,
}

/// A push that waits.
#[derive(Debug)]
struct Held<T> {
    token: T,
    step: i64,
    report: Vec<f64>,
}

/// A batch that is being applied.
#[derive(Debug)]
struct Open<T> {
    applier: usize,
    /// The others of the batch.
    waiting: Vec<(T, usize)>,
}

/// An answer that waits for its version to be there.
#[derive(Debug)]
struct Answer<T> {
    token: T,
    worker: usize,
    version: i64,
    outcome: Outcome,
}

impl<T: Copy + PartialEq> Arbiter<T> {
    /// An arbiter of so many workers, of whom nobody has joined.
    pub fn new(rules: Box<dyn Rules>, total: usize, lease: u64) -> Arbiter<T> {
        Arbiter {
            local_steps: rules.local_steps(),
            rules,
            total,
            lease,
            version: 0,
            members: BTreeMap::new(),
            details: BTreeMap::new(),
            has_assembled: false,
            joining: Vec::new(),
            open: BTreeMap::new(),
            answers: Vec::new(),
            arrivals: 0,
            settled: Vec::new(),
        }
    }

    /// The version of the variables, counting batches that are being applied.
    pub fn version(&self) -> i64 {
        self.version
    }

    /// How many steps of their own the workers make before the next push; `None` when training is over.
    pub fn local_steps(&self) -> Option<i64> {
        self.local_steps
    }

    /// The workers that are there.
    pub fn roster(&self) -> Vec<usize> {
        self.members.iter().filter(|(_, member)| member.is_live).map(|(worker, _)| *worker).collect()
    }

    /// Everybody who has joined, by worker.
    pub fn members(&self) -> &BTreeMap<usize, Member> {
        &self.members
    }

    /// A worker comes, or comes back. If nobody else is there, what the variables say of their version counts.
    pub fn join(&mut self, token: T, replica: Replica, global_step: i64, now: u64) -> Vec<Settled<T>> {
        self.tick(now);
        if let Err(status) = self.admit(replica, global_step, now) {
            self.settled.push((token, Err(status)));
            return self.settle();
        }
        self.joining.push((token, replica.worker));
        let everybody = self.members.values().filter(|member| member.is_live).count() == self.total;
        self.has_assembled |= everybody || !self.rules.assembles();
        if self.has_assembled {
            for (token, worker) in std::mem::take(&mut self.joining) {
                let outcome = Outcome::Joined { version: self.version };
                self.answers.push(Answer { token, worker, version: self.version, outcome });
            }
        }
        self.settle()
    }

    fn admit(&mut self, replica: Replica, global_step: i64, now: u64) -> Result<()> {
        let Replica { worker, incarnation } = replica;
        if worker >= self.total {
            return Err(invalid_argument(format!("worker {worker} joins, but there are only {} workers", self.total)));
        }
        let last_step = match self.members.get(&worker) {
            Some(member) if member.is_live && incarnation < member.incarnation => return Err(superseded(worker)),
            // The same process in another session: its steps go on.
            Some(member) if member.incarnation == incarnation => self.details.get(&worker).map(|it| it.last_step),
            _ => None,
        };
        self.forget(worker, "it has joined again");
        if self.members.values().all(|member| !member.is_live) {
            // Whatever was before is over.
            self.members.clear();
            self.details.clear();
            self.has_assembled = false;
            self.version = global_step;
        }
        let slowest = self.members.values().filter(|member| member.is_live).map(|member| member.clock).min();
        let clock = slowest.unwrap_or(0);
        self.members.insert(worker, Member { incarnation, is_live: true, clock, waits: None });
        let last_step = last_step.unwrap_or(i64::MIN);
        self.details.insert(worker, Details { heard: now, last_step, push: None });
        Ok(())
    }

    /// A worker has a gradient.
    pub fn push(&mut self, token: T, push: Push, now: u64) -> Vec<Settled<T>> {
        if let Err(status) = self.hear(push.key.replica, now) {
            self.settled.push((token, Err(status)));
            return self.settle();
        }
        self.tick(now);
        let worker = push.key.replica.worker;
        // Whoever pushes does not apply any more: that step of his has come to nothing.
        self.abandon(worker, "it gave up");
        self.withdraw(worker, aborted("the same worker has pushed again"));
        let (Some(details), Some(member)) = (self.details.get_mut(&worker), self.members.get_mut(&worker)) else {
            return self.settle();
        };
        if push.key.step <= details.last_step {
            let version = self.version;
            let outcome = Outcome::Settled(Receipt::Duplicate { version });
            self.answers.push(Answer { token, worker, version, outcome });
            return self.settle();
        }
        self.arrivals += 1;
        member.waits = Some((self.arrivals, push.version));
        details.push = Some(Held { token, step: push.key.step, report: push.report });
        self.settle()
    }

    /// A batch has been applied; who did it waits until he may go on.
    pub fn applied(&mut self, token: T, version: i64, now: u64) -> Vec<Settled<T>> {
        let Some(batch) = self.open.remove(&version) else {
            // It was given up before: whoever applied it was believed dead.
            self.settled.push((token, Ok(Outcome::MayGoOn)));
            return self.settle();
        };
        let applier = batch.applier;
        if let Some(details) = self.details.get_mut(&applier) {
            details.heard = now;
        }
        self.answers.push(Answer { token, worker: applier, version, outcome: Outcome::MayGoOn });
        for (token, worker) in batch.waiting {
            let outcome = Outcome::Settled(Receipt::Applied { version });
            self.answers.push(Answer { token, worker, version, outcome });
        }
        self.tick(now);
        self.settle()
    }

    /// A worker lives.
    pub fn beat(&mut self, replica: Replica, now: u64) -> Result<Vec<Settled<T>>> {
        self.hear(replica, now)?;
        self.tick(now);
        Ok(self.settle())
    }

    /// A worker has finished.
    pub fn leave(&mut self, replica: Replica) -> Vec<Settled<T>> {
        if self.members.get(&replica.worker).is_some_and(|member| member.incarnation == replica.incarnation) {
            self.forget(replica.worker, "it has left");
            self.members.remove(&replica.worker);
            self.details.remove(&replica.worker);
        }
        self.settle()
    }

    /// Somebody does not wait any more.
    pub fn cancel(&mut self, token: T) -> Vec<Settled<T>> {
        let waiting = self.details.iter().find(|(_, details)| details.push.as_ref().is_some_and(|p| p.token == token));
        if let Some(worker) = waiting.map(|(worker, _)| *worker) {
            self.withdraw(worker, cancelled("a push was cancelled"));
            return self.settle();
        }
        let mut found = take_if(&mut self.joining, |(waiting, _)| *waiting == token).is_some();
        found |= take_if(&mut self.answers, |answer| answer.token == token).is_some();
        for batch in self.open.values_mut() {
            found |= take_if(&mut batch.waiting, |(waiting, _)| *waiting == token).is_some();
        }
        if found {
            self.settled.push((token, Err(cancelled("a wait for other workers was cancelled"))));
        }
        self.settle()
    }

    /// Nobody will be answered any more.
    pub fn abandon_all(&mut self) -> Vec<Settled<T>> {
        let pushes = self.details.values_mut().filter_map(|details| details.push.take()).map(|push| push.token);
        let batches =
            std::mem::take(&mut self.open).into_values().flat_map(|batch| batch.waiting).map(|(token, _)| token);
        let joining = self.joining.drain(..).map(|(token, _)| token);
        let answers = self.answers.drain(..).map(|answer| answer.token);
        let tokens: Vec<T> = pushes.chain(batches).chain(joining).chain(answers).collect();
        self.members.values_mut().for_each(|member| member.waits = None);
        tokens.into_iter().map(|token| (token, Err(cancelled("the replicas' arbiter is gone")))).collect()
    }

    /// Takes note that a worker lives; an earlier life of it does not count.
    fn hear(&mut self, replica: Replica, now: u64) -> Result<()> {
        let Replica { worker, incarnation } = replica;
        let slowest = self.members.values().filter(|member| member.is_live).map(|member| member.clock).min();
        let (Some(member), Some(details)) = (self.members.get_mut(&worker), self.details.get_mut(&worker)) else {
            // The parameter server was started again, or the worker has been forgotten: it joins again in a new session.
            return Err(aborted(format!(
                "worker {worker} has not joined, or not since the parameter servers were started"
            )));
        };
        if member.incarnation != incarnation {
            return Err(superseded(worker));
        }
        if !member.is_live {
            member.is_live = true;
            // It is not waited for on account of what it missed.
            member.clock = member.clock.max(slowest.unwrap_or(member.clock));
        }
        details.heard = now;
        Ok(())
    }

    /// Workers that were not heard of lately do not count any more.
    fn tick(&mut self, now: u64) {
        let silent = |details: &Details<T>| now.saturating_sub(details.heard) > self.lease;
        let dead: Vec<usize> = self
            .details
            .iter()
            .filter(|(worker, details)| {
                silent(details) && self.members.get(worker).is_some_and(|member| member.is_live)
            })
            .map(|(worker, _)| *worker)
            .collect();
        for worker in dead {
            self.forget(worker, "it was not heard of");
            if let Some(member) = self.members.get_mut(&worker) {
                member.is_live = false;
            }
        }
    }

    /// Nothing of a worker waits any more, and it applies nothing.
    fn forget(&mut self, worker: usize, why: &str) {
        self.withdraw(worker, aborted(format!("the push of worker {worker} is withdrawn: {why}")));
        self.abandon(worker, why);
        let gone = aborted(format!("worker {worker} is not waited for: {why}"));
        while let Some((token, _)) = take_if(&mut self.joining, |(_, joining)| *joining == worker) {
            self.settled.push((token, Err(gone.clone())));
        }
    }

    /// Takes back a worker's push that waits.
    fn withdraw(&mut self, worker: usize, why: Status) {
        if let Some(push) = self.details.get_mut(&worker).and_then(|details| details.push.take()) {
            self.settled.push((push.token, Err(why)));
        }
        if let Some(member) = self.members.get_mut(&worker) {
            member.waits = None;
        }
    }

    /// Gives up the batches that a worker was applying. Some variables may have had their update, so nobody applies it again.
    fn abandon(&mut self, worker: usize, why: &str) {
        let versions: Vec<i64> =
            self.open.iter().filter(|(_, batch)| batch.applier == worker).map(|(version, _)| *version).collect();
        for version in versions {
            let Some(batch) = self.open.remove(&version) else { continue };
            let status = aborted(format!(
                "worker {worker} was applying version {version}, and {why}: some variables may lack that update"
            ));
            self.settled.extend(batch.waiting.into_iter().map(|(token, _)| (token, Err(status.clone()))));
        }
    }

    /// Carries out what the rules say, and tells everybody who can be told.
    fn settle(&mut self) -> Vec<Settled<T>> {
        while self.has_assembled {
            let rulings = self.rules.rule(&self.view());
            if rulings.is_empty() {
                break;
            }
            // Rules that say what cannot be done are not asked again and again.
            let done = rulings.into_iter().filter(|ruling| self.carry_out(ruling)).count();
            if done == 0 {
                break;
            }
        }
        let mut answers = std::mem::take(&mut self.answers);
        answers.retain(|answer| {
            let is_there = self.open.first_key_value().is_none_or(|(version, _)| *version > answer.version);
            if !is_there || self.rules.holds_back(&self.view(), answer.worker) {
                return true;
            }
            self.settled.push((answer.token, Ok(answer.outcome.clone())));
            false
        });
        self.answers = answers;
        std::mem::take(&mut self.settled)
    }

    fn view(&self) -> View<'_> {
        View { total: self.total, version: self.version, members: &self.members }
    }

    /// Does what a ruling says; answers whether anything could be done.
    fn carry_out(&mut self, ruling: &Ruling) -> bool {
        match ruling {
            Ruling::Refuse(worker, why) => {
                let worker = *worker;
                let Some((_, push)) = self.take_push(worker) else { return false };
                let version = self.version;
                let receipt = match *why {
                    Refusal::Late => Receipt::Late { version },
                    Refusal::Stale(by) => Receipt::Stale { by, version },
                };
                self.answers.push(Answer { token: push.token, worker, version, outcome: Outcome::Settled(receipt) });
                true
            }
            Ruling::Apply(workers) => {
                // In the order of workers, whatever the rules have said, and each once.
                let workers: BTreeSet<usize> = workers.iter().copied().collect();
                let mut pushes: Vec<(u64, usize, Held<T>)> = Vec::new();
                for worker in workers {
                    if let Some((order, push)) = self.take_push(worker) {
                        pushes.push((order, worker, push));
                    }
                }
                self.begin(pushes)
            }
        }
    }

    /// Begins a batch: the last who came applies it. Answers whether there was anything in it.
    fn begin(&mut self, pushes: Vec<(u64, usize, Held<T>)>) -> bool {
        let Some(applier) = pushes.iter().max_by_key(|(order, ..)| *order).map(|(_, worker, _)| *worker) else {
            return false;
        };
        self.version = self.version.saturating_add(self.local_steps.unwrap_or(1));
        let reports: Vec<&[f64]> = pushes.iter().map(|(_, _, push)| push.report.as_slice()).collect();
        self.rules.learn(&reports);
        self.local_steps = self.rules.local_steps();
        let key = |(_, worker, push): &(u64, usize, Held<T>)| {
            let incarnation = self.members.get(worker).map_or(0, |member| member.incarnation);
            Key { replica: Replica { worker: *worker, incarnation }, step: push.step }
        };
        let batch = Batch { version: self.version, keys: pushes.iter().map(key).collect() };
        let (applies, waits): (Vec<_>, Vec<_>) = pushes.into_iter().partition(|(_, worker, _)| *worker == applier);
        self.settled.extend(applies.into_iter().map(|(_, _, push)| (push.token, Ok(Outcome::Apply(batch.clone())))));
        let waiting = waits.into_iter().map(|(_, worker, push)| (push.token, worker)).collect();
        self.open.insert(self.version, Open { applier, waiting });
        true
    }

    /// A worker's push, which is settled by this.
    fn take_push(&mut self, worker: usize) -> Option<(u64, Held<T>)> {
        let (member, details) = (self.members.get_mut(&worker)?, self.details.get_mut(&worker)?);
        let push = details.push.take()?;
        let (order, _) = member.waits.take()?;
        member.clock += 1;
        details.last_step = push.step;
        Some((order, push))
    }
}

fn superseded(worker: usize) -> Status {
    failed_precondition(format!(
        "worker {worker} was started again elsewhere: this process is not worker {worker} any more"
    ))
}

fn take_if<E>(list: &mut Vec<E>, found: impl Fn(&E) -> bool) -> Option<E> {
    let place = list.iter().position(found)?;
    Some(list.remove(place))
}
