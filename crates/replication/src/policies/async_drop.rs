//! `async-drop:S`: each gradient is applied when it comes, unless more than S others were applied since the weights it was computed with.

use super::number;
use crate::{
    policy::{Kind, Way},
    rules::{Refusal, Rules, Ruling, View},
};

pub(super) const KIND: Kind = Kind {
    name: "async-drop",
    form: "async-drop:S",
    help: "each gradient is applied as it comes, but refused if more than S others came since its weights were read",
    read: |argument, _| {
        let limit = number(argument, "how stale a gradient may be")? as i64;
        Ok(Way::Arbitrated(Box::new(AsyncDrop { limit })))
    },
};

/// Only the age of a gradient counts.
#[derive(Debug)]
struct AsyncDrop {
    limit: i64,
}

impl Rules for AsyncDrop {
    fn rule(&self, view: &View<'_>) -> Vec<Ruling> {
        // One at a time: each that is applied makes the others older.
        let Some(first) = view.waiting().into_iter().next() else { return Vec::new() };
        // What a worker says of its version may be anything.
        let age = view.version.saturating_sub(first.version);
        vec![match age > self.limit {
            true => Ruling::Refuse(first.worker, Refusal::Stale(age)),
            false => Ruling::Apply(vec![first.worker]),
        }]
    }
}
