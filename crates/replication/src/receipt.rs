//! Receipts: what became of a push.

use std::fmt;

use regatta_status::{Result, invalid_argument};

/// What became of a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// It was applied, alone or with others, and made this version of the variables.
    Applied {
        /// The version that it made.
        version: i64,
    },
    /// Its step was over before it came.
    Late {
        /// The version of the variables now.
        version: i64,
    },
    /// Too many others were applied since the variables that it was computed with.
    Stale {
        /// How many.
        by: i64,
        /// The version of the variables now.
        version: i64,
    },
    /// It had come before, and was settled then.
    Duplicate {
        /// The version of the variables now.
        version: i64,
    },
}

impl Receipt {
    /// The version of the variables when the receipt was written.
    pub fn version(self) -> i64 {
        match self {
            Receipt::Applied { version }
            | Receipt::Late { version }
            | Receipt::Stale { version, .. }
            | Receipt::Duplicate { version } => version,
        }
    }

    /// As three numbers, which is how it crosses tasks: the kind, the version, and how stale.
    pub fn to_numbers(self) -> [i64; 3] {
        match self {
            Receipt::Applied { version } => [0, version, 0],
            Receipt::Late { version } => [1, version, 0],
            Receipt::Stale { by, version } => [2, version, by],
            Receipt::Duplicate { version } => [3, version, 0],
        }
    }

    /// The receipt that some numbers stand for.
    pub fn from_numbers(numbers: &[i64]) -> Result<Receipt> {
        match *numbers {
            [0, version, _] => Ok(Receipt::Applied { version }),
            [1, version, _] => Ok(Receipt::Late { version }),
            [2, version, by] => Ok(Receipt::Stale { by, version }),
            [3, version, _] => Ok(Receipt::Duplicate { version }),
            _ => Err(invalid_argument(format!("{numbers:?} is no receipt"))),
        }
    }
}

impl fmt::Display for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Receipt::Applied { version } => write!(f, "applied, version {version}"),
            Receipt::Late { version } => write!(f, "late, at version {version}"),
            Receipt::Stale { by, version } => write!(f, "stale by {by}, at version {version}"),
            Receipt::Duplicate { version } => write!(f, "duplicate, at version {version}"),
        }
    }
}

/// How many receipts of each kind a worker got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Pushes that were applied.
    pub applied: u64,
    /// Pushes that came late.
    pub late: u64,
    /// Pushes that were too stale.
    pub stale: u64,
    /// Pushes that had come before.
    pub duplicate: u64,
}

impl Tally {
    /// Counts a receipt.
    pub fn count(&mut self, receipt: Receipt) {
        match receipt {
            Receipt::Applied { .. } => self.applied += 1,
            Receipt::Late { .. } => self.late += 1,
            Receipt::Stale { .. } => self.stale += 1,
            Receipt::Duplicate { .. } => self.duplicate += 1,
        }
    }

    /// Gradients that were computed for nothing.
    pub fn dropped(&self) -> u64 {
        self.late + self.stale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn receipts_cross_tasks_as_numbers() {
        for receipt in [
            Receipt::Applied { version: 7 },
            Receipt::Late { version: 8 },
            Receipt::Stale { by: 3, version: 9 },
            Receipt::Duplicate { version: 10 },
        ] {
            assert_eq!(Receipt::from_numbers(&receipt.to_numbers()), Ok(receipt));
        }
        assert!(Receipt::from_numbers(&[4, 0, 0]).is_err());
        assert!(Receipt::from_numbers(&[]).is_err());
    }
}
