//! When something is due again.

use std::time::{Duration, Instant};

/// How often a hook does its work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Every {
    /// Whenever so many global steps have been made.
    Steps(i64),
    /// Whenever so much time has passed.
    Time(Duration),
}

impl Every {
    /// Whenever so many seconds have passed.
    pub fn seconds(seconds: u64) -> Every {
        Every::Time(Duration::from_secs(seconds))
    }
}

/// What was done last, and when.
#[derive(Debug)]
pub(crate) struct Timer {
    every: Every,
    last: Option<(i64, Instant)>,
}

impl Timer {
    pub fn new(every: Every) -> Timer {
        Timer { every, last: None }
    }

    /// Whether it is time again at this global step; the first time is at once.
    pub fn is_due(&self, step: i64) -> bool {
        match (self.last, self.every) {
            (None, _) => true,
            // A session that was restored may have gone back.
            (Some((last, _)), Every::Steps(steps)) => step >= last + steps.max(1) || step < last,
            (Some((_, last)), Every::Time(time)) => last.elapsed() >= time,
        }
    }

    /// Notes that it was done; answers how many steps and how much time lie between.
    pub fn done(&mut self, step: i64) -> Option<(i64, Duration)> {
        let now = Instant::now();
        let before = self.last.replace((step, now));
        before.map(|(last, then)| (step - last, now - then))
    }

    /// What was done last came to nothing: it is time again.
    pub fn forget(&mut self) {
        self.last = None;
    }

    /// The step at which it was last done.
    pub fn last_step(&self) -> Option<i64> {
        self.last.map(|(step, _)| step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_come_again() {
        let mut timer = Timer::new(Every::Steps(10));
        assert!(timer.is_due(3));
        assert_eq!(timer.done(3), None);
        assert!(!timer.is_due(12) && timer.is_due(13) && timer.is_due(2));
        assert_eq!(timer.done(20).map(|(steps, _)| steps), Some(17));
        assert_eq!(timer.last_step(), Some(20));
        let mut timer = Timer::new(Every::Time(Duration::ZERO));
        timer.done(0);
        assert!(timer.is_due(0));
        assert!(!Timer { last: Some((0, Instant::now())), every: Every::seconds(3600) }.is_due(1_000_000));
    }
}
