//! RandomUniform, RandomStandardNormal, TruncatedNormal, RandomUniformInt: tensors of a given shape filled from a stream.
//!
//! A kernel owns its stream. Every call takes the part that TensorFlow would take, so that a node with fixed seeds gives the
//! same numbers as TensorFlow, call after call, however many threads fill the tensor.

use std::{
    hash::{BuildHasher, RandomState},
    marker::PhantomData,
    sync::{Mutex, PoisonError},
};

use rayon::prelude::*;
use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Element, Shape, Tensor, bf16, f16};

use super::{
    distribution::{Distribution, Normal, TruncatedNormal, Uniform, UniformInt, WORDS_PER_OUTPUT},
    philox::Philox,
};
use crate::{
    Kernel,
    array::elements::{copies, ints, take},
    dispatch::dispatch,
    unsupported,
};

pub(crate) fn random_uniform(node: &Node) -> Result<Kernel> {
    dispatch!(node.output_types[0].dtype, [f32, f64, f16, bf16], T => shaped(node, Uniform::<T>(PhantomData)),
        else Err(unsupported(node)))
}

pub(crate) fn random_standard_normal(node: &Node) -> Result<Kernel> {
    dispatch!(node.output_types[0].dtype, [f32, f64, f16, bf16], T => shaped(node, Normal::<T>(PhantomData)),
        else Err(unsupported(node)))
}

pub(crate) fn truncated_normal(node: &Node) -> Result<Kernel> {
    dispatch!(node.output_types[0].dtype, [f32, f64, f16, bf16], T => shaped(node, TruncatedNormal::<T>(PhantomData)),
        else Err(unsupported(node)))
}

pub(crate) fn random_uniform_int(node: &Node) -> Result<Kernel> {
    match node.output_types[0].dtype {
        DType::Int32 => between::<i32>(node, |low, high| u64::from((high as u32).wrapping_sub(low as u32))),
        DType::Int64 => between::<i64>(node, |low, high| (high as u64).wrapping_sub(low as u64)),
        _ => Err(unsupported(node)),
    }
}

/// A kernel whose only input is the shape.
fn shaped<D: Distribution + Send + 'static>(node: &Node, distribution: D) -> Result<Kernel> {
    let stream = Stream::new(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [shape] = take(inputs)?;
        Ok(vec![stream.fill(&distribution, shape_from(&shape)?)?])
    })))
}

/// A kernel that takes a shape and two bounds.
fn between<T>(node: &Node, range: fn(T, T) -> u64) -> Result<Kernel>
where
    T: Element + PartialOrd + std::fmt::Display,
    UniformInt<T>: Distribution<Out = T>,
{
    let stream = Stream::new(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [shape, low, high] = take(inputs)?;
        for (name, bound) in [("minval", &low), ("maxval", &high)] {
            if bound.shape().rank() != 0 {
                return Err(invalid_argument(format!("{name} must be 0-D, got shape {}", bound.shape())));
            }
        }
        let shape = shape_from(&shape)?;
        if shape.num_elements() == 0 {
            return Ok(vec![Tensor::zeros(T::DTYPE, shape)?]);
        }
        let (low, high) = (low.single::<T>()?, high.single::<T>()?);
        if low >= high {
            return Err(invalid_argument(format!("Need minval < maxval, got {low} >= {high}")));
        }
        Ok(vec![stream.fill(&UniformInt { low, range: range(low, high) }, shape)?])
    })))
}

fn shape_from(shape: &Tensor) -> Result<Shape> {
    if shape.shape().rank() != 1 {
        return Err(invalid_argument(format!(
            "shape must be a vector of {{int32,int64}}, got shape {}",
            shape.shape()
        )));
    }
    crate::array::fill::shape_from(&ints(shape)?)
}

/// The random numbers of one node.
struct Stream(Mutex<Philox>);

impl Stream {
    /// The stream of a node's seeds, or one that nobody can foretell if both are zero.
    fn new(node: &Node) -> Result<Stream> {
        let (mut seed, mut seed2) = (node.attrs.int("seed")?, node.attrs.int("seed2")?);
        if seed == 0 && seed2 == 0 {
            // The standard library seeds every hasher from the operating system.
            let entropy = RandomState::new();
            (seed, seed2) = (entropy.hash_one(0) as i64, entropy.hash_one(1) as i64);
        }
        Ok(Stream(Mutex::new(Philox::new(seed, seed2))))
    }

    /// The next tensor.
    fn fill<D: Distribution>(&self, distribution: &D, shape: Shape) -> Result<Tensor> {
        let mut numbers = copies(D::Out::default(), shape.num_elements())?;
        let start = self.reserve(numbers.len());
        fill_groups(distribution, start, &mut numbers);
        Tensor::new(shape, numbers)
    }

    /// The place of the stream for so many numbers, which are then used up.
    fn reserve(&self, outputs: usize) -> Philox {
        // A generator is whole at every moment, so one whose holder panicked is as good as any.
        let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let start = *stream;
        stream.skip((outputs as u64).wrapping_mul(WORDS_PER_OUTPUT));
        start
    }
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
