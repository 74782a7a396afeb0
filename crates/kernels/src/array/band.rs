//! Bands of diagonals: which, and how they lie as rows of a matrix when some are shorter than others.
//!
//! Diagonal `d` begins at row `max(0, -d)` and column `max(0, d)`. A band has its highest diagonal in its first row; a diagonal
//! that is shorter than the longest lies at the left or the right end of its row.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use super::elements::ints;

/// Whether diagonals above and below the main one begin at the left ends of their rows.
#[derive(Clone, Copy)]
pub(super) struct Align {
    above_left: bool,
    below_left: bool,
}

impl Align {
    /// Reads the attribute of a node; nodes without one have all diagonals at the left.
    pub(super) fn of(node: &Node) -> Result<Align> {
        if !node.op.attrs.iter().any(|attr| attr.name == "align") {
            return Ok(Align { above_left: true, below_left: true });
        }
        let (above_left, below_left) = match node.attrs.str("align")? {
            "LEFT_LEFT" => (true, true),
            "LEFT_RIGHT" => (true, false),
            "RIGHT_LEFT" => (false, true),
            "RIGHT_RIGHT" => (false, false),
            other => return Err(invalid_argument(format!("align is {other}, which is no alignment"))),
        };
        Ok(Align { above_left, below_left })
    }
}

/// The lowest and the highest diagonal of a band.
#[derive(Clone, Copy, Debug)]
pub(super) struct Band {
    pub(super) low: i64,
    pub(super) high: i64,
}

impl Band {
    /// The main diagonal.
    pub(super) const MAIN: Band = Band { low: 0, high: 0 };

    /// The band that a tensor of one number, or two, tells.
    pub(super) fn of(k: &Tensor) -> Result<Band> {
        if k.shape().rank() > 1 {
            return Err(invalid_argument(format!(
                "diag_index must be a scalar or vector, received shape: {}",
                k.shape()
            )));
        }
        let (low, high) = match ints(k)?.as_slice() {
            [only] => (*only, *only),
            [low, high] => (*low, *high),
            other => {
                return Err(invalid_argument(format!(
                    "diag_index must have only one or two elements, received {} elements.",
                    other.len()
                )));
            }
        };
        if low > high {
            return Err(invalid_argument(format!(
                "lower_diag_index must not be larger than upper_diag_index: {low} > {high}"
            )));
        }
        Ok(Band { low, high })
    }

    /// Refuses a band that a matrix of these sizes does not have.
    pub(super) fn check(self, rows: usize, columns: usize) -> Result<()> {
        for d in [self.low, self.high] {
            if d != 0 && (d <= -(rows as i64) || d >= columns as i64) {
                return Err(invalid_argument(format!(
                    "diag_index is out of bound: {d}. It must be between {} and {columns}",
                    -(rows as i64)
                )));
            }
        }
        Ok(())
    }

    /// How many diagonals there are.
    pub(super) fn count(self) -> usize {
        (self.high - self.low + 1) as usize
    }

    /// The length of the longest diagonal of a matrix that has the band.
    pub(super) fn longest(self, rows: usize, columns: usize) -> usize {
        let (rows, columns) = (rows as i64 + self.high.min(0), columns as i64 - self.low.max(0));
        rows.min(columns).max(0) as usize
    }

    /// Calls a function with every pair of places: in a matrix, and in the band's rows of the given length.
    pub(super) fn pairs(
        self,
        rows: usize,
        columns: usize,
        longest: usize,
        align: Align,
        mut pair: impl FnMut(usize, usize),
    ) {
        for (line, d) in (self.low..=self.high).rev().enumerate() {
            let (row, column) = ((-d).max(0) as usize, d.max(0) as usize);
            let length = rows.saturating_sub(row).min(columns.saturating_sub(column)).min(longest);
            let at_left = (d >= 0 && align.above_left) || (d <= 0 && align.below_left);
            let start = line * longest + if at_left { 0 } else { longest - length };
            for k in 0..length {
                pair((row + k) * columns + column + k, start + k);
            }
        }
    }
}
