//! The devices there are, in the order in which they are liked, and which of them fulfil a wish.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap},
    rc::Rc,
};

use regatta_status::{Result, internal};

use super::Device;
use crate::DeviceName;

/// A set of kinds of devices, one bit each. Peers tell us their kinds, so there may be too many: the rest is not used.
pub(super) type Kinds = u64;
const KINDS_MAX: usize = 64;

pub(super) struct Fleet<'a> {
    devices: Vec<Entry<'a>>,
    by_name: HashMap<&'a str, usize>,
    kinds: Vec<&'a str>,
    /// A cluster has few different wishes and many nodes that have them.
    answers: HashMap<(DeviceName, Kinds), Rc<[usize]>>,
}

struct Entry<'a> {
    name: &'a str,
    parsed: DeviceName,
    kind: Kinds,
}

impl<'a> Fleet<'a> {
    pub(super) fn new(devices: &'a [Device], local_task: &str) -> Result<Fleet<'a>> {
        let local_task = DeviceName::parse(local_task)?;
        let kinds: BTreeSet<&str> = devices.iter().map(|device| device.kind.as_str()).collect();
        let mut kinds: Vec<&str> = kinds.into_iter().collect();
        kinds.sort_by_key(|kind| Reverse(preference(kind)));
        kinds.truncate(KINDS_MAX);
        let mut entries = Vec::with_capacity(devices.len());
        for device in devices {
            let parsed = DeviceName::parse(&device.name)?;
            if !parsed.is_full() {
                return Err(internal(format!("device '{}' has no full name", device.name)));
            }
            if let Some(at) = kinds.iter().position(|kind| *kind == device.kind) {
                entries.push((at, !local_task.matches(&parsed), Entry { name: &device.name, parsed, kind: 1 << at }));
            }
        }
        entries.sort_by_key(|(kind, is_remote, entry)| (*kind, *is_remote, entry.name));
        let devices: Vec<Entry<'a>> = entries.into_iter().map(|(_, _, entry)| entry).collect();
        let by_name = devices.iter().enumerate().map(|(i, entry)| (entry.name, i)).collect();
        Ok(Fleet { devices, by_name, kinds, answers: HashMap::new() })
    }

    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    pub(super) fn name(&self, device: usize) -> &'a str {
        self.devices[device].name
    }

    pub(super) fn kind_bit(&self, device: usize) -> Kinds {
        self.devices[device].kind
    }

    /// The kinds for which something holds.
    pub(super) fn kinds_where(&self, holds: impl Fn(&str) -> bool) -> Kinds {
        self.kinds.iter().enumerate().filter(|(_, kind)| holds(kind)).fold(0, |set, (bit, _)| set | 1 << bit)
    }

    pub(super) fn kind_names(&self, kinds: Kinds) -> Vec<&'a str> {
        self.kinds.iter().enumerate().filter(|(bit, _)| kinds >> bit & 1 == 1).map(|(_, kind)| *kind).collect()
    }

    /// All names, for messages.
    pub(super) fn names(&self) -> Vec<&'a str> {
        let mut names: Vec<&str> = self.devices.iter().map(|entry| entry.name).collect();
        names.sort_unstable();
        names
    }

    /// Whether there is a device as wished, kernels aside.
    pub(super) fn has(&self, wish: &DeviceName) -> bool {
        self.devices.iter().any(|entry| wish.matches(&entry.parsed))
    }

    /// The devices of these kinds that fulfil the wish, the best first.
    pub(super) fn candidates(&mut self, wish: &DeviceName, kinds: Kinds) -> Rc<[usize]> {
        let key = (wish.clone(), kinds);
        if let Some(known) = self.answers.get(&key) {
            return Rc::clone(known);
        }
        let fits = |entry: &Entry<'_>| entry.kind & kinds != 0 && wish.matches(&entry.parsed);
        let found: Rc<[usize]> =
            self.devices.iter().enumerate().filter(|(_, entry)| fits(entry)).map(|(i, _)| i).collect();
        self.answers.insert(key, Rc::clone(&found));
        found
    }
}

/// GPUs are there to be used, CPUs are always there, and a kind never heard of is used by those who ask for it.
fn preference(kind: &str) -> u8 {
    match kind {
        "GPU" => 2,
        "CPU" => 1,
        _ => 0,
    }
}
