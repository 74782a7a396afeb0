//! `hybrid`: the workers of a host wait for each other, and hosts do not.

use std::collections::BTreeMap;

use super::positive;
use crate::{
    policy::{Kind, Way, Workers},
    rules::{Rules, Ruling, View},
};

pub(super) const KIND: Kind = Kind {
    name: "hybrid",
    form: "hybrid[:GROUPS]",
    help: "synchronous among the workers of one host (or of one of so many groups), asynchronous between hosts",
    read: |argument, workers| {
        let groups = match argument {
            None => by_host(workers),
            Some(_) => {
                let (groups, total) = (positive(argument, "how many groups")?, workers.count());
                if groups > total {
                    return Err(format!("{groups} groups of {total} workers"));
                }
                (0..total).map(|worker| worker * groups / total).collect()
            }
        };
        Ok(Way::Arbitrated(Box::new(Hybrid { groups })))
    },
};

/// The group of each worker: its host's.
fn by_host(workers: &Workers) -> Vec<usize> {
    let mut known = BTreeMap::new();
    let group = |host: &String| {
        let next = known.len();
        *known.entry(host.clone()).or_insert(next)
    };
    workers.hosts().iter().map(group).collect()
}

/// A group's step is complete when nobody of it who lives is missing.
#[derive(Debug)]
struct Hybrid {
    /// By worker.
    groups: Vec<usize>,
}

impl Rules for Hybrid {
    fn rule(&self, view: &View<'_>) -> Vec<Ruling> {
        let mut groups: BTreeMap<usize, Vec<(usize, bool)>> = BTreeMap::new();
        for (worker, member) in view.live() {
            let group = self.groups.get(worker).copied().unwrap_or_default();
            groups.entry(group).or_default().push((worker, member.waits.is_some()));
        }
        let complete = groups.into_values().filter(|group| group.iter().all(|(_, waits)| *waits));
        complete.map(|group| Ruling::Apply(group.into_iter().map(|(worker, _)| worker).collect())).collect()
    }

    fn assembles(&self) -> bool {
        true
    }

    fn batches_per_step(&self, workers: usize) -> usize {
        let groups = self.groups.iter().max().map_or(1, |last| last + 1);
        (workers / groups).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_of_a_host_are_a_group() {
        let workers = Workers::at(&["a:1", "b:1", "a:2", "c:1", "b:2"]);
        assert_eq!(by_host(&workers), [0, 1, 0, 2, 1]);
    }
}
