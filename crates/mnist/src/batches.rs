//! An endless stream of batches for one of several workers, shuffled anew for each epoch.
//!
//! All workers see the same stream of examples: epoch 0 in one order, then epoch 1 in another, and so on, each order
//! following from the seed and the number of the epoch alone. The stream is cut into batches without a gap, and of `n`
//! workers number `i` takes the batches `i`, `i + n`, `i + 2n`, ... So every batch is full, each example is used exactly
//! once in each epoch by all workers together, and nothing is left over: a batch at the end of an epoch is filled up with
//! the first examples of the next, as `next_batch` of the old tutorials did.
//!
//! The order is part of the promise: a run that is resumed, perhaps with a newer build, must go on in it. That is why the
//! generator is written out here.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use crate::dataset::Dataset;

/// The batches of one worker.
#[derive(Clone, Debug)]
pub struct Batches {
    dataset: Dataset,
    batch_size: usize,
    seed: u64,
    worker_index: u64,
    worker_count: u64,
    /// Batches that this worker has taken or skipped.
    taken: u64,
    /// The order of the examples in epoch `order_epoch`.
    order: Vec<usize>,
    order_epoch: u64,
}

impl Batches {
    /// Batches of a data set for a single worker.
    pub fn new(dataset: &Dataset, batch_size: usize, seed: u64) -> Result<Batches> {
        if dataset.is_empty() {
            return Err(invalid_argument("a data set without examples has no batches"));
        }
        if batch_size == 0 {
            return Err(invalid_argument("a batch needs at least one example, got batch size 0"));
        }
        Ok(Batches {
            dataset: dataset.clone(),
            batch_size,
            seed,
            worker_index: 0,
            worker_count: 1,
            taken: 0,
            order: shuffled(dataset.len(), seed, 0),
            order_epoch: 0,
        })
    }

    /// The same stream, of which only the part of worker `worker_index` of `worker_count` is taken.
    pub fn shard(mut self, worker_index: usize, worker_count: usize) -> Result<Batches> {
        if worker_index >= worker_count {
            return Err(invalid_argument(format!("there is no worker {worker_index} among {worker_count}")));
        }
        (self.worker_index, self.worker_count) = (worker_index as u64, worker_count as u64);
        Ok(self)
    }

    /// The next batch of this worker: images `[batch_size, 784]` between 0 and 1, and labels `[batch_size]`.
    pub fn next_batch(&mut self) -> Result<(Tensor, Tensor)> {
        let indices = self.next_indices();
        Ok((self.dataset.images_f32(indices.iter().copied())?, self.dataset.labels_i64(indices)?))
    }

    /// The examples of the next batch of this worker, by their place in the data set.
    pub fn next_indices(&mut self) -> Vec<usize> {
        let (start, examples) = (self.start(), self.dataset.len() as u64);
        self.taken = self.taken.saturating_add(1);
        let mut indices = Vec::with_capacity(self.batch_size);
        let (mut epoch, mut within) = (start / examples, (start % examples) as usize);
        while indices.len() < self.batch_size {
            if epoch != self.order_epoch {
                self.order = shuffled(self.order.len(), self.seed, epoch);
                self.order_epoch = epoch;
            }
            let rest = self.order.iter().skip(within).take(self.batch_size - indices.len());
            indices.extend(rest);
            (epoch, within) = (epoch.saturating_add(1), 0);
        }
        indices
    }

    /// Passes over so many batches of this worker, as a run does that is resumed after them. Takes no time.
    pub fn skip(&mut self, batch_count: u64) {
        self.taken = self.taken.saturating_add(batch_count);
    }

    /// How many batches of this worker have been taken or skipped.
    pub fn position(&self) -> u64 {
        self.taken
    }

    /// The epoch, from 0 on, in which the next batch begins.
    pub fn epoch(&self) -> u64 {
        self.start() / self.dataset.len() as u64
    }

    /// Where in the stream of examples the next batch begins. No run comes to the end of 64 bits; a position that was
    /// read from a damaged place may, and then stays there.
    fn start(&self) -> u64 {
        let batch = self.taken.saturating_mul(self.worker_count).saturating_add(self.worker_index);
        batch.saturating_mul(self.batch_size as u64)
    }
}

/// The numbers below `count` in the order of an epoch (Fisher and Yates).
fn shuffled(count: usize, seed: u64, epoch: u64) -> Vec<usize> {
    // The seed is mixed before the epoch is added: seed 1 in epoch 0 must not be seed 0 in epoch 1.
    let mut state = mix(seed).wrapping_add(epoch);
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        state = state.wrapping_add(GOLDEN);
        // The high half of the product is a number from 0 to `last`, each as likely but for one part in 2^40.
        let pick = (u128::from(mix(state)) * (last as u128 + 1)) >> 64;
        order.swap(last, pick as usize);
    }
    order
}

/// The step of SplitMix64, 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of SplitMix64 (Steele, Lea, Flood 2014).
fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(GOLDEN);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::shuffled;

    /// The order must never change: runs are resumed in it, and workers of different builds share it.
    #[test]
    fn the_order_is_for_ever() {
        assert_eq!(shuffled(10, 0, 0), [6, 2, 4, 1, 8, 0, 9, 5, 3, 7]);
        assert_eq!(shuffled(10, 0, 1), [7, 1, 6, 4, 2, 0, 5, 8, 3, 9]);
        assert_eq!(shuffled(10, 1, 0), [7, 2, 5, 8, 3, 4, 1, 6, 0, 9]);
    }

    /// Over many seeds every example comes to every place about as often.
    #[test]
    fn every_place_is_as_likely() {
        let mut counts = [[0u32; 6]; 6];
        for seed in 0..6000 {
            shuffled(6, seed, seed % 7).iter().enumerate().for_each(|(place, example)| counts[place][*example] += 1);
        }
        // 1000 each are expected, with a standard deviation of 29.
        assert!(counts.iter().flatten().all(|count| (850..1150).contains(count)), "{counts:?}");
    }
}
