//! `backup:B`: a step takes the first gradients, and the slowest B workers are not waited for (Chen et al., "Revisiting Distributed
//! Synchronous SGD", 2016).

use super::positive;
use crate::{
    policy::{Kind, Way},
    rules::{Rules, Ruling, View},
};

pub(super) const KIND: Kind = Kind {
    name: "backup",
    form: "backup:B",
    help: "every step applies the mean of the first N-B of N workers' gradients; the others are late",
    read: |argument, workers| {
        let spare = positive(argument, "how many workers are not waited for")?;
        let total = workers.count();
        if spare >= total {
            return Err(format!("{spare} of {total} workers are not waited for: at least one must be"));
        }
        Ok(Way::Arbitrated(Box::new(Backup { spare })))
    },
};

/// A step is complete when no more are missing than are not waited for.
#[derive(Debug)]
struct Backup {
    spare: usize,
}

impl Rules for Backup {
    fn rule(&self, view: &View<'_>) -> Vec<Ruling> {
        let late = view.late();
        if !late.is_empty() {
            return late;
        }
        // If more have died than may be slow, those that live are all there is to wait for.
        let wanted = (view.total - self.spare).min(view.live().count());
        let mut first: Vec<usize> = view.waiting().into_iter().take(wanted).map(|push| push.worker).collect();
        if wanted == 0 || first.len() < wanted {
            return Vec::new();
        }
        first.sort_unstable();
        vec![Ruling::Apply(first)]
    }

    fn assembles(&self) -> bool {
        true
    }

    fn batches_per_step(&self, workers: usize) -> usize {
        workers - self.spare.min(workers)
    }
}
