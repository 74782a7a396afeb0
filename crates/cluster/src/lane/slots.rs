//! Which parts of a segment are taken: first fit, lowest place first, so that the same few pages are used again while they
//! are in the cache.

use std::collections::BTreeMap;

/// Slots begin at whole cache lines.
const ALIGNMENT: usize = 64;

/// The taken parts of a segment.
pub(super) struct Slots {
    size: usize,
    /// Where each taken slot begins, and ends.
    taken: BTreeMap<usize, usize>,
    /// The end of the furthest slot since [`Slots::forget_reach`].
    reach: usize,
}

impl Slots {
    /// A segment of which nothing is taken.
    pub fn new(size: usize) -> Slots {
        Slots { size, taken: BTreeMap::new(), reach: 0 }
    }

    /// Takes a slot of so many bytes, if there is room; answers where it begins.
    pub fn take(&mut self, len: usize) -> Option<usize> {
        let len = len.max(1).checked_next_multiple_of(ALIGNMENT)?;
        let mut at = 0;
        for (&start, &end) in &self.taken {
            if start - at >= len {
                break;
            }
            at = end;
        }
        let end = at.checked_add(len).filter(|end| *end <= self.size)?;
        self.taken.insert(at, end);
        self.reach = self.reach.max(end);
        Some(at)
    }

    /// Frees the slot that begins there; answers whether there was one.
    pub fn free(&mut self, at: usize) -> bool {
        self.taken.remove(&at).is_some()
    }

    /// How far the slots reached, if nothing is taken now and it was further than `limit`; counted anew from here.
    pub fn forget_reach(&mut self, limit: usize) -> Option<usize> {
        if !self.taken.is_empty() || self.reach <= limit {
            return None;
        }
        Some(std::mem::take(&mut self.reach))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn slots_never_overlap(actions in prop::collection::vec((0usize..5000, any::<bool>(), any::<usize>()), 1..200)) {
            let size = 16 << 10;
            let mut slots = Slots::new(size);
            let mut held: Vec<(usize, usize)> = Vec::new();
            for (len, is_take, which) in actions {
                if is_take {
                    if let Some(at) = slots.take(len) {
                        prop_assert!(at % ALIGNMENT == 0 && at + len <= size);
                        prop_assert!(held.iter().all(|(other, other_len)| at + len.max(1) <= *other || other + other_len.max(&1) <= at));
                        held.push((at, len));
                    }
                } else if !held.is_empty() {
                    let (at, _) = held.swap_remove(which % held.len());
                    prop_assert!(slots.free(at));
                    prop_assert!(!slots.free(at));
                }
            }
            for (at, _) in held {
                prop_assert!(slots.free(at));
            }
            prop_assert_eq!(slots.take(size), Some(0));
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut slots = Slots::new(1024);
        assert_eq!(slots.take(usize::MAX), None);
        assert_eq!(slots.take(1025), None);
        assert_eq!(slots.take(512), Some(0));
        assert_eq!(slots.take(513), None);
        assert_eq!(slots.take(512), Some(512));
        assert!(slots.free(0));
        assert_eq!(slots.take(64), Some(0));
    }

    #[test]
    fn memory_is_given_back_only_when_all_is_free() {
        let mut slots = Slots::new(1024);
        let first = slots.take(600).unwrap();
        let second = slots.take(64).unwrap();
        assert!(slots.free(first));
        assert_eq!(slots.forget_reach(100), None);
        assert!(slots.free(second));
        assert_eq!(slots.forget_reach(704), None);
        assert_eq!(slots.forget_reach(100), Some(704));
        assert_eq!(slots.forget_reach(100), None);
    }
}
