//! Sums of gradients that many add to and one takes once enough have come. A machine without threads or clocks.
//!
//! A gradient belongs to the step that it was computed in. One that is older than the accumulator's own step is dropped:
//! the parameters that it was computed with are not those it would be applied to. Taking the sum begins a new step.

use std::collections::VecDeque;

use regatta_kernels::sums;
use regatta_status::{Result, cancelled, invalid_argument};
use regatta_tensor::{DType, PartialShape, Tensor};

use crate::shared::{Machine, Settled, Ticket};

/// What becomes of the gradients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Their mean: of a tensor by the number of gradients, of a row by the number of those that had it.
    Mean,
    /// Their sum.
    Sum,
}

/// An accumulator as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    pub dtype: DType,
    pub shape: PartialShape,
    pub reduction: Reduction,
    /// Whether gradients are some rows of a larger tensor.
    pub is_sparse: bool,
}

/// A gradient.
pub enum Gradient {
    Dense(Tensor),
    Rows { indices: Vec<i64>, values: Tensor },
}

/// The gradients of a step, and who waits for them.
pub struct Accumulator {
    description: Description,
    global_step: i64,
    count: u32,
    sum: Option<Sum>,
    takers: VecDeque<(Ticket, u32)>,
}

enum Sum {
    Dense(Tensor),
    /// With the number of gradients that had each row.
    Rows {
        indices: Vec<i64>,
        counts: Vec<u32>,
        values: Tensor,
    },
}

impl Accumulator {
    /// One without gradients, at the first step.
    pub fn new(description: Description) -> Accumulator {
        Accumulator { description, global_step: 0, count: 0, sum: None, takers: VecDeque::new() }
    }

    /// How many gradients have been added since the last were taken.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Says which step it is at. TensorFlow only warns if that is an earlier one.
    pub fn set_global_step(&mut self, step: i64) {
        self.global_step = step;
    }

    /// Adds a gradient, unless it is too old.
    pub fn apply(&mut self, local_step: i64, gradient: Gradient) -> Result<Vec<Settled<Vec<Tensor>>>> {
        if local_step < self.global_step {
            return Ok(Vec::new());
        }
        self.check(&gradient)?;
        let sum = match (self.sum.take(), gradient) {
            (None, Gradient::Dense(gradient)) => Sum::Dense(gradient),
            (None, Gradient::Rows { indices, values }) => Sum::Rows { counts: vec![1; indices.len()], indices, values },
            (Some(Sum::Dense(sum)), Gradient::Dense(gradient)) => Sum::Dense(sums::add(sum, &gradient)?),
            (Some(Sum::Rows { indices, counts, values }), Gradient::Rows { indices: new, values: added }) => {
                let plan = merged(&indices, &new);
                let values = sums::merge_rows(&values, &added, &plan)?;
                let count = |(old, added): &(Option<usize>, Option<usize>)| {
                    old.map_or(0, |k| counts[k]) + u32::from(added.is_some())
                };
                let index = |(old, added): &(Option<usize>, Option<usize>)| match (old, added) {
                    (Some(k), _) => indices[*k],
                    (None, k) => k.map_or(0, |k| new[k]),
                };
                Sum::Rows {
                    indices: plan.iter().map(index).collect(),
                    counts: plan.iter().map(count).collect(),
                    values,
                }
            }
            (sum, _) => {
                self.sum = sum;
                return Err(invalid_argument("rows and whole gradients cannot be added"));
            }
        };
        self.sum = Some(sum);
        self.count = self.count.saturating_add(1);
        Ok(self.settle())
    }

    /// Takes the gradients once there are so many.
    pub fn take(&mut self, ticket: Ticket, required: u32) -> Vec<Settled<Vec<Tensor>>> {
        self.takers.push_back((ticket, required));
        self.settle()
    }

    /// Serves who comes first, if there are enough for him; the next has to wait for new ones.
    fn settle(&mut self) -> Vec<Settled<Vec<Tensor>>> {
        let mut settled = Vec::new();
        while let Some((ticket, required)) = self.takers.front().copied()
            && required <= self.count
            && let Some(sum) = self.sum.take()
        {
            self.takers.pop_front();
            settled.push((ticket, self.reduced(sum)));
            self.global_step = self.global_step.saturating_add(1);
            self.count = 0;
        }
        settled
    }

    fn reduced(&self, sum: Sum) -> Result<Vec<Tensor>> {
        let is_mean = self.description.reduction == Reduction::Mean;
        match sum {
            Sum::Dense(sum) if is_mean => Ok(vec![sums::divide_rows(sum, &[self.count])?]),
            Sum::Dense(sum) => Ok(vec![sum]),
            Sum::Rows { indices, counts, values } => {
                let mut shape = values.shape().to_signed();
                if let Some(rows) = shape.first_mut() {
                    *rows = self.rows().map_or(-1, |rows| rows as i64);
                }
                let values = if is_mean { sums::divide_rows(values, &counts)? } else { values };
                Ok(vec![Tensor::vector(indices), values, Tensor::vector(shape)])
            }
        }
    }

    /// How many rows the larger tensor has.
    fn rows(&self) -> Option<usize> {
        self.description.shape.sizes().and_then(|sizes| sizes.first().copied().flatten())
    }

    fn check(&self, gradient: &Gradient) -> Result<()> {
        match gradient {
            Gradient::Dense(gradient) => {
                if let Some(Sum::Dense(sum)) = &self.sum
                    && sum.shape() != gradient.shape()
                {
                    return Err(mismatch(&sum.shape(), gradient));
                }
                match self.description.shape.admits(gradient.shape()) {
                    true => Ok(()),
                    false => Err(mismatch(&self.description.shape, gradient)),
                }
            }
            Gradient::Rows { indices, values } => {
                let Some((rows, sizes)) = values.shape().split_first() else {
                    return Err(invalid_argument("Values cannot be 0-dimensional."));
                };
                if *rows != indices.len() {
                    return Err(invalid_argument(format!(
                        "Expected {} non-empty input values, got {rows}",
                        indices.len()
                    )));
                }
                if let Some(Sum::Rows { values: sum, .. }) = &self.sum
                    && sum.shape().get(1..) != Some(sizes)
                {
                    return Err(mismatch(&sum.shape(), values));
                }
                // A declared scalar says nothing, as with TensorFlow.
                let Some((_, known)) = self.description.shape.sizes().and_then(<[_]>::split_first) else {
                    return Ok(());
                };
                let fits = |(known, size): (&Option<usize>, &usize)| known.is_none_or(|known| known == *size);
                if known.len() != sizes.len() || !known.iter().zip(sizes).all(fits) {
                    return Err(mismatch(&self.description.shape, values));
                }
                let limit = self.rows().map_or(i64::MAX, |rows| rows as i64);
                match indices.iter().find(|index| **index >= limit) {
                    Some(index) => Err(invalid_argument(format!(
                        "Shape mismatch: index of slice {index} exceeded limits of shape: {}",
                        self.description.shape
                    ))),
                    None => Ok(()),
                }
            }
        }
    }
}

impl Machine for Accumulator {
    type Outcome = Vec<Tensor>;

    fn cancel(&mut self, ticket: Ticket) -> Vec<Settled<Vec<Tensor>>> {
        let Some(place) = self.takers.iter().position(|(waiting, _)| *waiting == ticket) else { return Vec::new() };
        self.takers.remove(place);
        let mut settled = vec![(ticket, Err(cancelled("TakeGrad operation was cancelled")))];
        // The next may want fewer.
        settled.extend(self.settle());
        settled
    }

    fn abandon(&mut self) -> Vec<Settled<Vec<Tensor>>> {
        let ended = |(ticket, _)| (ticket, Err(cancelled("TakeGrad operation was cancelled")));
        self.takers.drain(..).map(ended).collect()
    }
}

/// Two lists of rows as one, each expected in rising order: for every row where it is in the one and in the other.
fn merged(left: &[i64], right: &[i64]) -> Vec<(Option<usize>, Option<usize>)> {
    let (mut i, mut j) = (0, 0);
    let mut plan = Vec::with_capacity(left.len() + right.len());
    while let (Some(l), Some(r)) = (left.get(i), right.get(j)) {
        plan.push(((l <= r).then_some(i), (r <= l).then_some(j)));
        (i, j) = (i + usize::from(l <= r), j + usize::from(r <= l));
    }
    plan.extend((i..left.len()).map(|i| (Some(i), None)));
    plan.extend((j..right.len()).map(|j| (None, Some(j))));
    plan
}

fn mismatch(expected: &dyn std::fmt::Display, got: &Tensor) -> regatta_status::Status {
    invalid_argument(format!("Shape mismatch: expected {expected}, got {}", got.shape()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regatta_status::Code;

    use super::*;

    fn accumulator(reduction: Reduction) -> Accumulator {
        let shape = PartialShape::new(vec![Some(2)]);
        Accumulator::new(Description { dtype: DType::Float, shape, reduction, is_sparse: false })
    }

    fn dense(values: [f32; 2]) -> Gradient {
        Gradient::Dense(Tensor::vector(values.to_vec()))
    }

    fn text(settled: Vec<Settled<Vec<Tensor>>>) -> String {
        let one = |(ticket, result): Settled<Vec<Tensor>>| match result {
            Ok(tensors) => format!("{}: {:?}", ticket.0, tensors[0].values::<f32>().unwrap()),
            Err(error) => format!("{}: {error}", ticket.0),
        };
        settled.into_iter().map(one).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn who_waits_gets_the_mean_of_all_that_came() {
        let mut accumulator = accumulator(Reduction::Mean);
        assert_eq!(text(accumulator.take(Ticket(1), 2)), "");
        assert_eq!(text(accumulator.take(Ticket(2), 1)), "");
        assert_eq!(text(accumulator.apply(0, dense([1.0, 2.0])).unwrap()), "");
        assert_eq!(accumulator.count(), 1);
        // The second was there later, and gets none of these.
        assert_eq!(text(accumulator.apply(0, dense([3.0, 4.0])).unwrap()), "1: [2.0, 3.0]");
        // A new step has begun: a gradient of the old one is late.
        assert_eq!(text(accumulator.apply(0, dense([9.0, 9.0])).unwrap()), "");
        assert_eq!(accumulator.count(), 0);
        assert_eq!(text(accumulator.apply(1, dense([5.0, 6.0])).unwrap()), "2: [5.0, 6.0]");
    }

    #[test]
    fn who_gives_up_lets_the_next_one_have_it() {
        let mut accumulator = accumulator(Reduction::Sum);
        accumulator.take(Ticket(1), 5);
        accumulator.take(Ticket(2), 2);
        accumulator.apply(0, dense([1.0, 2.0])).unwrap();
        accumulator.apply(0, dense([3.0, 4.0])).unwrap();
        assert_eq!(
            text(accumulator.cancel(Ticket(1))),
            "1: CANCELLED: TakeGrad operation was cancelled; 2: [4.0, 6.0]"
        );
        accumulator.take(Ticket(3), 1);
        assert_eq!(text(accumulator.abandon()), "3: CANCELLED: TakeGrad operation was cancelled");
    }

    #[test]
    fn a_gradient_of_another_shape_changes_nothing() {
        let mut accumulator = accumulator(Reduction::Mean);
        accumulator.apply(0, dense([1.0, 2.0])).unwrap();
        let refused = accumulator.apply(0, Gradient::Dense(Tensor::scalar(1.0f32)));
        assert_eq!(refused.unwrap_err().code, Code::InvalidArgument);
        assert_eq!(text(accumulator.take(Ticket(1), 1)), "1: [1.0, 2.0]");
    }

    proptest! {
        /// The protocol of `SyncReplicasOptimizer`: who has a token pushes a gradient of that token's step and waits for another; every
        /// so many gradients are taken, and as many tokens given out as there are workers.
        #[test]
        fn tokens_and_gradients_are_conserved(
            workers in 1usize..6,
            fewer in 0usize..3,
            turns in prop::collection::vec(0usize..6, 0..400),
        ) {
            let aggregate = workers.saturating_sub(fewer).max(1) as u32;
            let mut accumulator = accumulator(Reduction::Sum);
            let mut tokens: VecDeque<i64> = (0..aggregate).map(|_| 0).collect();
            let mut held: Vec<Option<i64>> = vec![None; workers];
            let (mut issued, mut used) = (u64::from(aggregate), 0u64);
            let (mut accepted, mut dropped, mut taken, mut step) = (0u64, 0u64, 0.0, 0i64);
            accumulator.take(Ticket(0), aggregate);
            for worker in turns.into_iter().filter(|worker| *worker < workers) {
                let Some(token) = held[worker] else {
                    held[worker] = tokens.pop_front();
                    continue;
                };
                (held[worker], used) = (None, used + 1);
                if token < step { dropped += 1 } else { accepted += 1 }
                for (_, sum) in accumulator.apply(token, dense([1.0, 1.0])).unwrap() {
                    taken += f64::from(sum.unwrap()[0].values::<f32>().unwrap()[0]);
                    step += 1;
                    tokens.extend(std::iter::repeat_n(step, workers.max(aggregate as usize)));
                    issued += workers.max(aggregate as usize) as u64;
                    accumulator.take(Ticket(step as u64), aggregate);
                }
                prop_assert_eq!(issued, used + tokens.len() as u64 + held.iter().flatten().count() as u64);
                prop_assert_eq!(accepted as f64, taken + f64::from(accumulator.count()));
                prop_assert_eq!(used, accepted + dropped);
                prop_assert_eq!(taken, step as f64 * f64::from(aggregate));
            }
        }
    }
}
