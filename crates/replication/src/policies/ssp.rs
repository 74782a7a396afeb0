//! `ssp:S`: stale synchronous parallel. Each gradient is applied when it comes, but nobody gets further ahead of the slowest than S steps
//! (Ho et al., "More Effective Distributed ML via a Stale Synchronous Parallel Parameter Server", 2013).

use super::number;
use crate::{
    policy::{Kind, Way},
    rules::{Rules, Ruling, View},
};

pub(super) const KIND: Kind = Kind {
    name: "ssp",
    form: "ssp:S",
    help: "each gradient is applied as it comes, but no worker gets more than S steps ahead of the slowest",
    read: |argument, _| {
        let ahead = number(argument, "how many steps ahead")? as i64;
        Ok(Way::Arbitrated(Box::new(Ssp { ahead })))
    },
};

/// Who is too far ahead waits.
#[derive(Debug)]
struct Ssp {
    ahead: i64,
}

impl Rules for Ssp {
    fn rule(&self, view: &View<'_>) -> Vec<Ruling> {
        view.waiting().into_iter().map(|push| Ruling::Apply(vec![push.worker])).collect()
    }

    fn assembles(&self) -> bool {
        true
    }

    fn holds_back(&self, view: &View<'_>, worker: usize) -> bool {
        let slowest = view.live().map(|(_, member)| member.clock).min();
        let own = view.members.get(&worker).map(|member| member.clock);
        own.zip(slowest).is_some_and(|(own, slowest)| own - slowest > self.ahead)
    }
}
