//! Which checkpoints there are, and which of them have to go.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use regatta_formats::{CheckpointState, remove_checkpoint};
use regatta_status::Result;

/// The checkpoints of a saver, oldest first. It knows no clock; `record` is told the time.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// Zero keeps all; then only the latest is listed.
    max_to_keep: usize,
    keep_every_s: f64,
    kept: Vec<Kept>,
    /// When the last one that is kept for good was written, or the saver was made.
    last_preserved: f64,
    /// Those that are no longer listed and have to be removed.
    doomed: Vec<PathBuf>,
}

#[derive(Clone, Debug, PartialEq)]
struct Kept {
    prefix: PathBuf,
    time: f64,
}

impl History {
    pub(super) fn new(max_to_keep: usize, keep_every_s: f64, now: f64) -> History {
        History { max_to_keep, keep_every_s, kept: Vec::new(), last_preserved: now, doomed: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    pub(super) fn contains(&self, prefix: &str) -> bool {
        self.kept.iter().any(|kept| kept.prefix == Path::new(prefix))
    }

    /// Takes over the list of a directory; those that are gone are left out.
    pub(super) fn recover(&mut self, directory: &Path) -> Result<()> {
        let Some(state) = CheckpointState::read(directory)? else { return Ok(()) };
        let times = state.timestamps.iter().map(|time| Some(*time)).chain(std::iter::repeat(None));
        self.kept = state
            .all
            .into_iter()
            .zip(times)
            .filter_map(|(prefix, time)| {
                let written = index_time(&prefix)?;
                Some(Kept { prefix, time: time.unwrap_or(written) })
            })
            .collect();
        self.last_preserved = state.last_preserved.unwrap_or(self.last_preserved);
        Ok(())
    }

    /// A checkpoint was written. If a prefix is written again, it is the newest now.
    pub(super) fn record(&mut self, prefix: PathBuf, now: f64) {
        self.kept.retain(|kept| kept.prefix != prefix);
        self.doomed.retain(|doomed| *doomed != prefix);
        self.kept.push(Kept { prefix, time: now });
        let most = self.max_to_keep.max(1);
        for old in self.kept.drain(..self.kept.len().saturating_sub(most)) {
            if self.max_to_keep == 0 {
                continue;
            }
            if old.time > self.last_preserved + self.keep_every_s {
                self.last_preserved = old.time;
            } else {
                self.doomed.push(old.prefix);
            }
        }
    }

    /// What the state file should say.
    pub(super) fn state(&self) -> CheckpointState {
        CheckpointState {
            latest: self.kept.last().map(|kept| kept.prefix.clone()).unwrap_or_default(),
            all: self.kept.iter().map(|kept| kept.prefix.clone()).collect(),
            timestamps: self.kept.iter().map(|kept| kept.time).collect(),
            last_preserved: Some(self.last_preserved),
        }
    }

    /// Removes what has to go. What cannot be removed is tried again the next time: the save itself has succeeded.
    pub(super) fn remove_old(&mut self) {
        self.doomed.retain(|prefix| {
            let removed = prefix.to_str().map_or(Ok(()), remove_checkpoint);
            if let Err(status) = &removed {
                tracing::warn!("an old checkpoint could not be removed: {}", status.message);
            }
            removed.is_err()
        });
    }
}

/// When the index of a checkpoint was written; `None` if there is none.
fn index_time(prefix: &Path) -> Option<f64> {
    let index = format!("{}.index", prefix.to_str()?);
    let written = std::fs::metadata(index).ok()?.modified().ok()?;
    Some(written.duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names(paths: &[PathBuf]) -> Vec<&str> {
        paths.iter().map(|path| path.to_str().unwrap()).collect()
    }

    #[test]
    fn one_in_so_many_seconds_is_kept_for_good() {
        let mut history = History::new(2, 10.0, 0.0);
        for time in [4, 8, 12, 16, 20, 24, 28] {
            history.record(PathBuf::from(format!("m-{time}")), f64::from(time));
        }
        assert_eq!(names(&history.state().all), ["m-24", "m-28"]);
        // 12 is the first after more than 10 s; from then on the next would be after 22.
        assert_eq!(names(&history.doomed), ["m-4", "m-8", "m-16", "m-20"]);
        assert_eq!(history.state().last_preserved, Some(12.0));
    }

    proptest! {
        /// Against the rule said in another way: of the steps in the order of their last save, the newest are listed, and
        /// every other one that was ever listed has to go.
        #[test]
        fn the_newest_are_kept(steps in prop::collection::vec(0usize..12, 1..40), most in 0usize..6) {
            let mut history = History::new(most, f64::INFINITY, 0.0);
            let mut order: Vec<usize> = Vec::new();
            for (time, step) in steps.iter().enumerate() {
                history.record(PathBuf::from(step.to_string()), time as f64);
                order.retain(|known| known != step);
                order.push(*step);
            }
            let listed = order.split_off(order.len() - order.len().min(most.max(1)));
            let text = |steps: &[usize]| steps.iter().map(usize::to_string).collect::<Vec<_>>();
            let state = history.state();
            prop_assert_eq!(names(&state.all), text(&listed));
            prop_assert_eq!(&state.latest, state.all.last().unwrap());
            prop_assert!(state.timestamps.is_sorted());
            let mut doomed: Vec<String> = names(&history.doomed).into_iter().map(str::to_owned).collect();
            let mut expected = if most == 0 { Vec::new() } else { text(&order) };
            doomed.sort();
            expected.sort();
            prop_assert_eq!(doomed, expected);
        }
    }
}
