//! Workers as the arbiter sees them, driven by events.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use regatta_replication::{Arbiter, Key, Outcome, Policy, Push, Receipt, Replica, Settled, Workers};

const LEASE: u64 = 100;

/// Something that happens.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A worker does what it can do next: join, push, or finish what it applies.
    Turn(usize),
    /// A worker dies; whether its waits are cancelled at once, or nobody notices.
    Death(usize, bool),
    /// A worker pushes what it has pushed before.
    Repeat(usize),
    /// A worker ends.
    Leave(usize),
    /// Time passes, in which those that live are heard of.
    Time(u64),
}

/// Any event of so many workers; mostly turns.
pub fn event(workers: usize) -> impl Strategy<Value = Event> {
    prop_oneof![
        20 => (0..workers).prop_map(Event::Turn),
        1 => (0..workers, any::<bool>()).prop_map(|(worker, noticed)| Event::Death(worker, noticed)),
        1 => (0..workers).prop_map(Event::Repeat),
        1 => (0..workers).prop_map(Event::Leave),
        2 => (1..LEASE).prop_map(Event::Time),
    ]
}

/// A batch that was decided on.
#[derive(Debug)]
pub struct Applied {
    pub version: i64,
    pub workers: Vec<usize>,
    pub steps: Vec<i64>,
    /// The versions that its gradients were computed with.
    pub computed_with: Vec<i64>,
    /// Who lived then.
    pub live: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
enum State {
    Out,
    Waits,
    Computes { version: i64 },
    Applies { version: i64 },
}

struct Worker {
    state: State,
    incarnation: i64,
    step: i64,
    /// The version that the push under way was computed with.
    pushed_with: i64,
}

pub struct Simulation {
    arbiter: Arbiter<u64>,
    workers: Vec<Worker>,
    now: u64,
    tokens: u64,
    /// Who waits for an answer, and in which life.
    waiting: BTreeMap<u64, (usize, i64)>,
    applied: BTreeSet<Key>,
    pushed: BTreeMap<Key, i64>,
    pub batches: Vec<Applied>,
    pub receipts: Vec<(i64, Receipt)>,
    pub largest_lead: i64,
    stuck: Vec<usize>,
}

impl Simulation {
    pub fn new(policy: &str, workers: usize) -> Simulation {
        let rules = Policy::new(policy, &Workers::on_one_host(workers)).unwrap().into_rules().unwrap();
        let worker = || Worker { state: State::Out, incarnation: 0, step: -1, pushed_with: 0 };
        Simulation {
            arbiter: Arbiter::new(rules, workers, LEASE),
            workers: (0..workers).map(|_| worker()).collect(),
            now: 0,
            tokens: 0,
            waiting: BTreeMap::new(),
            applied: BTreeSet::new(),
            pushed: BTreeMap::new(),
            batches: Vec::new(),
            receipts: Vec::new(),
            largest_lead: 0,
            stuck: Vec::new(),
        }
    }

    pub fn happen(&mut self, event: Event) {
        match event {
            Event::Turn(worker) => self.turn(worker),
            Event::Death(worker, noticed) => self.die(worker, noticed),
            Event::Repeat(worker) => self.repeat(worker),
            Event::Leave(worker) => self.leave(worker),
            Event::Time(milliseconds) => self.pass(milliseconds),
        }
    }

    /// Those who waited for an answer, although their process lived, while everybody else went on.
    pub fn unanswered(&self) -> &[usize] {
        &self.stuck
    }

    /// Lets everybody go on for a while, then all but one who dies without a word, and then leave. Whoever waits all the time
    /// is stuck.
    pub fn come_to_rest(&mut self) {
        // Whoever was never there would be waited for, rightly.
        (0..self.workers.len()).for_each(|worker| self.turn(worker));
        self.go_on();
        self.die(self.workers.len() - 1, false);
        self.go_on();
        for worker in 0..self.workers.len() {
            // Who applies finishes before he leaves.
            if let State::Applies { .. } = self.workers[worker].state {
                self.turn(worker);
            }
            self.leave(worker);
        }
    }

    /// Everybody who lives goes on, for longer than it takes to find out who does not.
    fn go_on(&mut self) {
        (0..6).for_each(|_| self.round());
        let waiting = self.waiting.clone();
        (0..6).for_each(|_| self.round());
        let still = waiting.iter().filter(|(token, _)| self.waiting.contains_key(token)).map(|(_, whose)| *whose);
        let lives = |(worker, life): &(usize, i64)| self.workers[*worker].incarnation == *life;
        self.stuck.extend(still.filter(lives).map(|(worker, _)| worker));
    }

    fn round(&mut self) {
        for worker in 0..self.workers.len() {
            if self.workers[worker].state != State::Out {
                self.turn(worker);
            }
        }
        self.pass(LEASE / 2);
    }

    fn replica(&self, worker: usize) -> Replica {
        Replica { worker, incarnation: self.workers[worker].incarnation }
    }

    fn token(&mut self, worker: usize) -> u64 {
        self.tokens += 1;
        self.waiting.insert(self.tokens, (worker, self.workers[worker].incarnation));
        self.workers[worker].state = State::Waits;
        self.tokens
    }

    fn turn(&mut self, worker: usize) {
        match self.workers[worker].state {
            State::Waits => {}
            State::Out => {
                let it = &mut self.workers[worker];
                (it.incarnation, it.step) = (it.incarnation + 1, -1);
                let (token, version) = (self.token(worker), self.arbiter.version());
                let settled = self.arbiter.join(token, self.replica(worker), version, self.now);
                self.hear(settled);
            }
            State::Computes { version } => {
                self.workers[worker].step += 1;
                self.workers[worker].pushed_with = version;
                self.push(worker);
            }
            State::Applies { version } => {
                let token = self.token(worker);
                let settled = self.arbiter.applied(token, version, self.now);
                self.workers[worker].pushed_with = version;
                self.hear(settled);
            }
        }
    }

    fn push(&mut self, worker: usize) {
        let token = self.token(worker);
        let key = Key { replica: self.replica(worker), step: self.workers[worker].step };
        let version = self.workers[worker].pushed_with;
        self.pushed.entry(key).or_insert(version);
        let report = vec![1.0, 1.0, 1.0, 0.1, 0.01, 0.02];
        let settled = self.arbiter.push(token, Push { key, version, report }, self.now);
        self.hear(settled);
    }

    fn repeat(&mut self, worker: usize) {
        // Who applies and pushes instead has lost his session, and the batch with it.
        let repeats = matches!(self.workers[worker].state, State::Computes { .. } | State::Applies { .. });
        if self.workers[worker].step >= 0 && repeats {
            self.push(worker);
        }
    }

    fn die(&mut self, worker: usize, noticed: bool) {
        let life = self.workers[worker].incarnation;
        self.workers[worker].state = State::Out;
        // The next life has another number, so nobody waits for this one any more.
        self.workers[worker].incarnation += 1;
        if noticed {
            let tokens: Vec<u64> =
                self.waiting.iter().filter(|(_, it)| **it == (worker, life)).map(|(token, _)| *token).collect();
            for token in tokens {
                let settled = self.arbiter.cancel(token);
                self.hear(settled);
            }
        }
    }

    fn leave(&mut self, worker: usize) {
        if self.workers[worker].state != State::Out && !matches!(self.workers[worker].state, State::Applies { .. }) {
            let replica = self.replica(worker);
            self.die(worker, true);
            let settled = self.arbiter.leave(replica);
            self.hear(settled);
        }
    }

    fn pass(&mut self, milliseconds: u64) {
        self.now += milliseconds;
        for worker in 0..self.workers.len() {
            if self.workers[worker].state != State::Out
                && let Ok(settled) = self.arbiter.beat(self.replica(worker), self.now)
            {
                self.hear(settled);
            }
        }
    }

    fn hear(&mut self, settled: Vec<Settled<u64>>) {
        for (token, result) in settled {
            let (worker, life) = self.waiting.remove(&token).expect("an answer that was waited for, once");
            let lives = self.workers[worker].incarnation == life;
            if let Ok(Outcome::Apply(batch)) = &result {
                for key in &batch.keys {
                    assert!(self.applied.insert(*key), "{key:?} is applied twice");
                }
                self.batches.push(Applied {
                    version: batch.version,
                    workers: batch.keys.iter().map(|key| key.replica.worker).collect(),
                    steps: batch.keys.iter().map(|key| key.step).collect(),
                    computed_with: batch.keys.iter().map(|key| self.pushed[key]).collect(),
                    live: self.arbiter.roster(),
                });
            }
            if lives {
                self.told(worker, result);
            }
        }
    }

    fn told(&mut self, worker: usize, result: regatta_status::Result<Outcome>) {
        let version = self.workers[worker].pushed_with;
        self.workers[worker].state = match result {
            Ok(Outcome::Joined { version }) => State::Computes { version },
            Ok(Outcome::Apply(batch)) => State::Applies { version: batch.version },
            Ok(Outcome::Settled(receipt)) => {
                self.receipts.push((version, receipt));
                self.begins(worker);
                State::Computes { version: receipt.version() }
            }
            Ok(Outcome::MayGoOn) => {
                self.begins(worker);
                State::Computes { version }
            }
            // A session that is lost is opened again, and joins.
            Err(_) => State::Out,
        };
    }

    fn begins(&mut self, worker: usize) {
        let members = self.arbiter.members();
        let slowest = members.values().filter(|member| member.is_live).map(|member| member.clock).min();
        let lead = members.get(&worker).zip(slowest).map_or(0, |(member, slowest)| member.clock - slowest);
        self.largest_lead = self.largest_lead.max(lead);
    }
}
