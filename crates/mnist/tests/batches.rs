//! Batches: every example once in an epoch, whoever takes it; the same for the same seed; skipping is taking.

use std::collections::BTreeMap;

use proptest::prelude::*;
use regatta_mnist::{Batches, Dataset, PIXELS};

/// So many examples; the first pixel and the label tell them apart, a little.
fn examples(count: usize) -> Dataset {
    let pixels = (0..count * PIXELS).map(|k| (k / PIXELS) as u8).collect();
    Dataset::new(pixels, (0..count).map(|k| (k % 10) as u8).collect()).expect("as many images as labels")
}

fn batches(count: usize, batch_size: usize, seed: u64, worker: usize, workers: usize) -> Batches {
    let batches = Batches::new(&examples(count), batch_size, seed).and_then(|batches| batches.shard(worker, workers));
    batches.expect("good numbers")
}

proptest! {
    /// The stream of all workers, batch by batch in turn, holds each example once in each epoch.
    #[test]
    fn each_example_is_used_once_in_an_epoch(
        count in 1usize..60, batch_size in 1usize..70, seed in any::<u64>(), workers in 1usize..6, epochs in 1usize..4,
    ) {
        let mut shards: Vec<Batches> =
            (0..workers).map(|worker| batches(count, batch_size, seed, worker, workers)).collect();
        let mut stream = Vec::new();
        for turn in 0.. {
            if stream.len() >= count * epochs {
                break;
            }
            let shard = &mut shards[turn % workers];
            prop_assert_eq!(shard.epoch() as usize, stream.len() / count);
            let batch = shard.next_indices();
            prop_assert_eq!(batch.len(), batch_size);
            stream.extend(batch);
        }
        for epoch in stream.chunks_exact(count) {
            let mut sorted = epoch.to_vec();
            sorted.sort_unstable();
            prop_assert_eq!(sorted, (0..count).collect::<Vec<_>>());
        }
    }

    /// However many workers there are, the batches are the same; only who takes them differs.
    #[test]
    fn workers_share_one_stream(count in 1usize..60, batch_size in 1usize..20, seed in any::<u64>(), workers in 1usize..5) {
        let mut alone = batches(count, batch_size, seed, 0, 1);
        let mut shards: Vec<Batches> =
            (0..workers).map(|worker| batches(count, batch_size, seed, worker, workers)).collect();
        for turn in 0..20 {
            prop_assert_eq!(alone.next_indices(), shards[turn % workers].next_indices());
        }
    }

    #[test]
    fn skipping_is_taking(count in 1usize..60, batch_size in 1usize..20, seed in any::<u64>(), skipped in 0u64..40) {
        let mut taken = batches(count, batch_size, seed, 1, 3);
        (0..skipped).for_each(|_| drop(taken.next_indices()));
        let mut resumed = batches(count, batch_size, seed, 1, 3);
        resumed.skip(skipped);
        prop_assert_eq!((resumed.position(), resumed.epoch()), (taken.position(), taken.epoch()));
        prop_assert_eq!(resumed.next_indices(), taken.next_indices());
    }

    /// A position from a damaged file is no reason to stop.
    #[test]
    fn any_position_has_a_batch(skipped in any::<u64>(), workers in 1usize..usize::MAX) {
        let mut far = batches(7, 3, 0, workers - 1, workers);
        far.skip(skipped);
        prop_assert_eq!(far.next_indices().len(), 3);
    }
}

#[test]
fn epochs_and_seeds_have_orders_of_their_own() {
    let order = |seed, epoch| {
        let mut batches = batches(50, 50, seed, 0, 1);
        batches.skip(epoch);
        batches.next_indices()
    };
    let mut seen = BTreeMap::new();
    for (seed, epoch) in (0..10).flat_map(|seed| (0..10).map(move |epoch| (seed, epoch))) {
        if let Some(other) = seen.insert(order(seed, epoch), (seed, epoch)) {
            panic!("seed and epoch {other:?} have the order of {:?}", (seed, epoch));
        }
    }
}

#[test]
fn images_and_labels_belong_together() {
    let mut batches = batches(20, 8, 3, 0, 1);
    let picked = batches.clone().next_indices();
    let (images, labels) = batches.next_batch().expect("a batch");
    assert_eq!((images.shape()[0], images.shape()[1]), (8, PIXELS));
    let first_pixels: Vec<f32> = images.values::<f32>().expect("floats").iter().step_by(PIXELS).copied().collect();
    assert_eq!(first_pixels, picked.iter().map(|k| *k as f32 * (1.0 / 255.0)).collect::<Vec<_>>());
    assert_eq!(labels.values::<i64>().expect("integers"), picked.iter().map(|k| (*k % 10) as i64).collect::<Vec<_>>());
}

#[test]
fn one_hot_has_a_one_in_the_column_of_the_label() {
    let tensor = examples(12).one_hot([3, 11]).expect("labels");
    assert_eq!(&tensor.shape()[..], [2, 10]);
    let mut expected = [0.0f32; 20];
    (expected[3], expected[11]) = (1.0, 1.0);
    assert_eq!(tensor.values::<f32>().expect("floats"), expected);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let message = |result: regatta_status::Result<Batches>| result.expect_err("refused").message;
    assert_eq!(message(Batches::new(&examples(0), 1, 0)), "a data set without examples has no batches");
    assert_eq!(message(Batches::new(&examples(1), 0, 0)), "a batch needs at least one example, got batch size 0");
    let batches = Batches::new(&examples(1), 1, 0).expect("good numbers");
    assert_eq!(message(batches.clone().shard(2, 2)), "there is no worker 2 among 2");
    assert_eq!(message(batches.shard(0, 0)), "there is no worker 0 among 0");
    let beyond = examples(3).images_f32([1, 3]).expect_err("there is no example 3").message;
    assert_eq!(beyond, "example 3 of a data set of 3");
    assert!(examples(3).labels_i64([3]).is_err() && examples(3).images_f32([usize::MAX]).is_err());
    assert!(Dataset::new(vec![0; PIXELS], vec![10]).is_err() && Dataset::new(vec![0; PIXELS], vec![]).is_err());
}
