//! `sync`: every step takes one gradient of every worker that lives.

use super::nothing;
use crate::{
    policy::{Kind, Way},
    rules::{Rules, Ruling, View},
};

pub(super) const KIND: Kind = Kind {
    name: "sync",
    form: "sync",
    help: "every step applies the mean of exactly one gradient of every live worker",
    read: |argument, _| nothing(argument).map(|()| Way::Arbitrated(Box::new(Sync))),
};

/// A step is complete when nobody who lives is missing.
#[derive(Debug)]
pub(super) struct Sync;

impl Rules for Sync {
    fn rule(&self, view: &View<'_>) -> Vec<Ruling> {
        let late = view.late();
        if !late.is_empty() {
            return late;
        }
        let mut live = view.live().peekable();
        let is_complete = live.peek().is_some() && live.all(|(_, member)| member.waits.is_some());
        if is_complete { vec![Ruling::Apply(view.live().map(|(worker, _)| worker).collect())] } else { Vec::new() }
    }

    fn assembles(&self) -> bool {
        true
    }

    fn batches_per_step(&self, workers: usize) -> usize {
        workers
    }
}
