//! Groups of nodes that have to be on one device: a union-find whose sets carry what their members want.
//!
//! Invariant: what a group requests says at least what its members were assigned, and what its variables asked for.

use regatta_status::Status;

use super::fleet::Kinds;
use crate::{DeviceName, NodeId};

/// What is wanted of the device of a group.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    /// Where members are already.
    pub(super) assigned: DeviceName,
    /// What was asked for the variables among them.
    pub(super) resource: DeviceName,
    /// What was asked for any of them.
    pub(super) requested: DeviceName,
    /// The kinds of devices on which all of them have a kernel.
    pub(super) kinds: Kinds,
    /// What they got.
    pub(super) device: Option<usize>,
}

impl Group {
    /// The wish without the kind and number of the device: another device of the same task. `keep_resource` leaves them
    /// where a variable asked for them.
    pub(super) fn soft_wish(&self, keep_resource: bool) -> DeviceName {
        let mut wish = self.requested.clone();
        if self.assigned.kind.is_none() && !(keep_resource && self.resource.kind.is_some()) {
            wish.kind = None;
        }
        if self.assigned.id.is_none() && !(keep_resource && self.resource.id.is_some()) {
            wish.id = None;
        }
        wish
    }
}

/// Why two groups cannot be one.
pub(super) enum Conflict {
    /// Their wishes contradict each other.
    Names(Status),
    /// No kind of device has all their kernels.
    Kinds,
}

/// Two ends of a reference that cannot be on one device.
pub(super) struct Incompatible {
    pub(super) what: &'static str,
    pub(super) source: String,
    pub(super) target: String,
}

pub(super) struct Groups {
    parents: Vec<usize>,
    ranks: Vec<u8>,
    /// Of meaning at the roots only.
    groups: Vec<Group>,
}

impl Groups {
    pub(super) fn new(groups: Vec<Group>) -> Groups {
        Groups { parents: (0..groups.len()).collect(), ranks: vec![0; groups.len()], groups }
    }

    /// The node that stands for the group. Joining by rank keeps the way there short (log n), so nothing is rewritten.
    pub(super) fn root(&self, id: NodeId) -> usize {
        let mut at = id.index();
        while self.parents[at] != at {
            at = self.parents[at];
        }
        at
    }

    pub(super) fn group(&self, id: NodeId) -> &Group {
        &self.groups[self.root(id)]
    }

    pub(super) fn group_mut(&mut self, id: NodeId) -> &mut Group {
        let root = self.root(id);
        &mut self.groups[root]
    }

    /// Lets the giver of a reference decide: where its wish and the holder's contradict each other, the holder's is
    /// forgotten. Only what is assigned, or asked for a variable, cannot be.
    pub(super) fn override_wish(&mut self, source: NodeId, target: NodeId) -> Result<(), Incompatible> {
        let (source, target) = (self.root(source), self.root(target));
        if source == target {
            return Ok(());
        }
        let (from, to) = (&self.groups[source], &self.groups[target]);
        for (what, a, b) in [("assigned", &from.assigned, &to.assigned), ("resource", &from.resource, &to.resource)] {
            if !a.is_compatible(b) {
                return Err(Incompatible { what, source: a.to_string(), target: b.to_string() });
            }
        }
        if !from.requested.is_compatible(&to.requested) {
            let requested = from.requested.overridden_by(&to.assigned).overridden_by(&to.resource);
            self.groups[target].requested = requested;
        }
        Ok(())
    }

    /// Makes the groups of two nodes one, or leaves both as they are. With `soft`, wishes for different devices of one
    /// task cancel each other out.
    pub(super) fn join(&mut self, one: NodeId, other: NodeId, soft: bool) -> Result<(), Conflict> {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return Ok(());
        }
        let (winner, loser) = if self.ranks[one] < self.ranks[other] { (other, one) } else { (one, other) };
        let (left, right) = (&self.groups[winner], &self.groups[loser]);
        let assigned = left.assigned.merge(&right.assigned).map_err(Conflict::Names)?;
        let resource = left.resource.merge(&right.resource).map_err(Conflict::Names)?;
        let requested =
            if soft { left.requested.merge_soft(&right.requested) } else { left.requested.merge(&right.requested) };
        let requested = requested.map_err(Conflict::Names)?.overridden_by(&assigned).overridden_by(&resource);
        let kinds = left.kinds & right.kinds;
        if kinds == 0 {
            return Err(Conflict::Kinds);
        }
        let device = left.device.or(right.device);
        self.parents[loser] = winner;
        if self.ranks[winner] == self.ranks[loser] {
            self.ranks[winner] += 1;
        }
        self.groups[winner] = Group { assigned, resource, requested, kinds, device };
        Ok(())
    }
}
