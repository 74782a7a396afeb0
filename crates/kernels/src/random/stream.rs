//! Where random numbers come from: the stream of a node, or the place of a stream that a stateless op's inputs name.
//!
//! A stateful kernel owns its stream. Every call takes the part that TensorFlow would take, so that a node with fixed seeds
//! gives the same numbers as TensorFlow, call after call, however many threads fill the tensor.

use std::{
    hash::{BuildHasher, RandomState},
    sync::{Mutex, PoisonError},
};

use rayon::prelude::*;
use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::{
    distribution::{Distribution, WORDS_PER_OUTPUT},
    philox::Philox,
};
use crate::{
    Kernel,
    array::elements::{copies, ints, take},
};

/// A kernel whose only input is the shape.
pub(super) fn shaped<D: Distribution + Send + 'static>(node: &Node, distribution: D) -> Result<Kernel> {
    let stream = Stream::new(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [shape] = take(inputs)?;
        Ok(vec![stream.fill(&distribution, shape_from(&shape)?)?])
    })))
}

/// A kernel that takes the shape and the place of a stream.
pub(super) fn stateless<D: Distribution + Send + 'static>(distribution: D) -> Kernel {
    Kernel::Compute(Box::new(move |inputs| {
        let [shape, place @ ..] = inputs.as_slice() else { return Err(internal("a random op without a shape")) };
        let shape = shape_from(shape)?;
        Ok(vec![fill(&distribution, place_from(place)?, shape)?])
    }))
}

/// The shape that a tensor spells out.
pub(super) fn shape_from(shape: &Tensor) -> Result<Shape> {
    if shape.shape().rank() != 1 {
        return Err(invalid_argument(format!(
            "shape must be a vector of {{int32,int64}}, got shape {}",
            shape.shape()
        )));
    }
    crate::array::fill::shape_from(&ints(shape)?)
}

/// The place of a stream that a seed names, or (of the ops called V2) a key, a counter and an algorithm.
pub(super) fn place_from(inputs: &[Tensor]) -> Result<Philox> {
    match inputs {
        [seed] => match ints(seed)?.as_slice() {
            [first, second] if seed.shape().rank() == 1 => Ok(Philox::scrambled(*first as u64, *second as u64)),
            _ => Err(invalid_argument(format!("seed must have shape [2], not {}", seed.shape()))),
        },
        [key, counter, algorithm] => {
            let ([key_value], 1) = (key.values::<u64>()?, key.shape().rank()) else {
                return Err(invalid_argument(format!("key must have shape [1], not {}", key.shape())));
            };
            let ([low, high, ..], 1) = (counter.values::<u64>()?, counter.shape().rank()) else {
                return Err(invalid_argument(format!(
                    "counter must be a vector of at least 2 elements, not {}",
                    counter.shape()
                )));
            };
            if algorithm.shape().rank() != 0 {
                return Err(invalid_argument(format!("alg must be of shape [], not {}", algorithm.shape())));
            }
            match algorithm.single::<i32>()? {
                PHILOX | AUTOMATIC => Ok(Philox::at(*key_value, [*low, *high])),
                other => Err(invalid_argument(format!("Unsupported algorithm id: {other}"))),
            }
        }
        _ => Err(internal(format!("the place of a stream is told by 1 or 3 tensors, got {}", inputs.len()))),
    }
}

/// TensorFlow's numbers of algorithms.
pub(super) const PHILOX: i32 = 1;
const AUTOMATIC: i32 = 3;

/// The random numbers of one node.
pub(super) struct Stream(Mutex<Philox>);

impl Stream {
    /// The stream of a node's seeds, or one that nobody can foretell if both are zero.
    pub(super) fn new(node: &Node) -> Result<Stream> {
        match (node.attrs.int("seed")?, node.attrs.int("seed2")?) {
            (0, 0) => Ok(Stream::unforeseen()),
            (seed, seed2) => Ok(Stream(Mutex::new(Philox::new(seed, seed2)))),
        }
    }

    /// A stream that nobody can foretell.
    pub(super) fn unforeseen() -> Stream {
        // The standard library seeds every hasher from the operating system.
        let entropy = RandomState::new();
        Stream(Mutex::new(Philox::new(entropy.hash_one(0) as i64, entropy.hash_one(1) as i64)))
    }

    /// The next tensor.
    pub(super) fn fill<D: Distribution>(&self, distribution: &D, shape: Shape) -> Result<Tensor> {
        let start = self.reserve(shape.num_elements());
        fill(distribution, start, shape)
    }

    /// The place of the stream for so many numbers, which are then used up.
    pub(super) fn reserve(&self, outputs: usize) -> Philox {
        self.take((outputs as u64).wrapping_mul(WORDS_PER_OUTPUT))
    }

    /// The place of the stream for so many groups of four words, which are then used up.
    pub(super) fn take(&self, groups: u64) -> Philox {
        // A generator is whole at every moment, so one whose holder panicked is as good as any.
        let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let start = *stream;
        stream.skip(groups);
        start
    }
}

/// A tensor of numbers from a place of a stream on.
pub(super) fn fill<D: Distribution>(distribution: &D, start: Philox, shape: Shape) -> Result<Tensor> {
    let mut numbers = copies(D::Out::default(), shape.num_elements())?;
    fill_groups(distribution, start, &mut numbers);
    Tensor::new(shape, numbers)
}

/// Groups that one thread fills at a time: enough to be worth a thread.
const GROUPS_PER_TASK: usize = 4096;

fn fill_groups<D: Distribution>(distribution: &D, start: Philox, numbers: &mut [D::Out]) {
    let task = |(index, part): (usize, &mut [D::Out])| {
        let mut random = start;
        random.skip((index * GROUPS_PER_TASK) as u64 * D::STRIDE);
        for group in part.chunks_mut(D::GROUP) {
            group.copy_from_slice(&distribution.group(random)[..group.len()]);
            random.skip(D::STRIDE);
        }
    };
    let per_task = GROUPS_PER_TASK * D::GROUP;
    if numbers.len() <= per_task {
        task((0, numbers));
    } else {
        numbers.par_chunks_mut(per_task).enumerate().for_each(task);
    }
}
