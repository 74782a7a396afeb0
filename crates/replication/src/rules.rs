//! What distinguishes one arbitrated policy from another.

use std::{collections::BTreeMap, fmt};

/// The rules of a policy. They look at who is there and which pushes wait, and say what is to be done; the
/// [arbiter](crate::Arbiter) sees to it that no push is applied twice and that nobody is forgotten.
pub trait Rules: Send + fmt::Debug {
    /// What is to become of the pushes that wait: asked again after every change, until there is nothing more to do.
    fn rule(&self, view: &View<'_>) -> Vec<Ruling>;

    /// Whether the first steps wait until all workers have joined.
    fn assembles(&self) -> bool {
        false
    }

    /// Whether a worker, its push settled, has to wait before its next step.
    fn holds_back(&self, _view: &View<'_>, _worker: usize) -> bool {
        false
    }

    /// How many steps a worker makes by itself before it pushes; the version grows by as many. None: training is over.
    fn local_steps(&self) -> Option<i64> {
        Some(1)
    }

    /// How many workers' gradients make one step, for whoever scales a learning rate by it.
    fn batches_per_step(&self, _workers: usize) -> usize {
        1
    }

    /// Whether workers are to measure what their steps bring and cost.
    fn learns(&self) -> bool {
        false
    }

    /// What the workers of a batch have measured.
    fn learn(&mut self, _reports: &[&[f64]]) {}
}

/// What a rule is made from.
pub struct View<'a> {
    /// How many workers the cluster has.
    pub total: usize,
    /// How many steps the variables are the result of.
    pub version: i64,
    /// Everybody who has joined, by worker.
    pub members: &'a BTreeMap<usize, Member>,
}

impl View<'_> {
    /// The members that are heard of.
    pub fn live(&self) -> impl Iterator<Item = (usize, &Member)> {
        self.members.iter().filter(|(_, member)| member.is_live).map(|(worker, member)| (*worker, member))
    }

    /// The pushes that wait, in the order they came.
    pub fn waiting(&self) -> Vec<Waiting> {
        let waiting = |(worker, member): (&usize, &Member)| {
            let (order, version) = member.waits?;
            Some(Waiting { worker: *worker, order, version })
        };
        let mut all: Vec<Waiting> = self.members.iter().filter_map(waiting).collect();
        all.sort_by_key(|push| push.order);
        all
    }

    /// What becomes of those that were computed with other variables than those of now.
    pub fn late(&self) -> Vec<Ruling> {
        let is_late = |push: &Waiting| push.version != self.version;
        self.waiting().into_iter().filter(is_late).map(|push| Ruling::Refuse(push.worker, Refusal::Late)).collect()
    }
}

/// A push that waits.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    /// Whose it is.
    pub worker: usize,
    /// Its place among all that came.
    pub order: u64,
    /// The version that it was computed with.
    pub version: i64,
}

/// A worker that has joined.
#[derive(Clone, Debug)]
pub struct Member {
    /// Which life of its process this is.
    pub incarnation: i64,
    /// Whether it was heard of lately.
    pub is_live: bool,
    /// How many of its steps are settled, counted from the slowest when it joined.
    pub clock: i64,
    /// If its push waits: the push's place among all that came, and the version it was computed with.
    pub waits: Option<(u64, i64)>,
}

/// What is to become of pushes that wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The pushes of these workers are applied together.
    Apply(Vec<usize>),
    /// The push of this worker is not applied.
    Refuse(usize, Refusal),
}

/// Why a push is not applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Its step is over.
    Late,
    /// So many others were applied since the variables it was computed with.
    Stale(i64),
}
