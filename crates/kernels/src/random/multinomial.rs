//! Multinomial: for each row of logits, classes drawn with the probabilities that they stand for. StatelessMultinomial: the
//! same, from a seed.
//!
//! ```text
//! shape     logits [batch, classes], num_samples [] -> [batch, num_samples]
//! ```
//!
//! The rows draw one after the other from one stream. TensorFlow begins anew in each part that it gives to a thread; so its
//! numbers are these as long as a single thread draws them.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{DType, Element, Shape, Tensor, bf16, f16};

use super::{
    distribution::unit_f64,
    philox::{Philox, Words},
    stream::{Stream, place_from},
};
use crate::{
    Build, Kernel,
    array::elements::{room_for, take},
    dispatch::dispatch,
    math::number::{Float, Real},
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("Multinomial", multinomial), ("StatelessMultinomial", stateless_multinomial)];

fn multinomial(node: &Node) -> Result<Kernel> {
    let (stream, draw) = (Stream::new(node)?, drawer(node)?);
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [logits, num_samples] = take(inputs)?;
        let task = Task::new(logits, &num_samples)?;
        // Two words for each number, rounded up to whole groups in each row.
        let words = task.samples.next_multiple_of(4).saturating_mul(2).saturating_mul(task.batch);
        let start = stream.reserve(words);
        Ok(vec![draw(&task, start)?])
    })))
}

fn stateless_multinomial(node: &Node) -> Result<Kernel> {
    let draw = drawer(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [logits, num_samples, seed] = take(inputs)?;
        let task = Task::new(logits, &num_samples)?;
        Ok(vec![draw(&task, place_from(&[seed])?)?])
    })))
}

type Draw = fn(&Task, Philox) -> Result<Tensor>;

/// The function for a node's types.
fn drawer(node: &Node) -> Result<Draw> {
    let output = node.attrs.dtype("output_dtype")?;
    dispatch!(node.attrs.dtype("T")?, [f32, f64, f16, bf16], T => match output {
        DType::Int32 => Ok(draw::<T, i32> as Draw),
        DType::Int64 => Ok(draw::<T, i64> as Draw),
        _ => Err(unsupported(node)),
    }, else Err(unsupported(node)))
}

/// What is to be drawn.
struct Task {
    logits: Tensor,
    batch: usize,
    classes: usize,
    samples: usize,
}

impl Task {
    fn new(logits: Tensor, num_samples: &Tensor) -> Result<Task> {
        let &[batch, classes] = &logits.shape()[..] else {
            return Err(invalid_argument(format!("logits should be a matrix, got shape {}", logits.shape())));
        };
        if num_samples.shape().rank() != 0 {
            return Err(invalid_argument(format!("num_samples should be a scalar, got shape {}", num_samples.shape())));
        }
        let count = num_samples.single::<i32>()?;
        let samples = usize::try_from(count)
            .map_err(|_| invalid_argument(format!("num_samples should be nonnegative, got {count}")))?;
        if classes == 0 {
            return Err(invalid_argument("num_classes should be positive, got 0"));
        }
        Ok(Task { logits, batch, classes, samples })
    }
}

fn draw<T: Real, U: Element + TryFrom<usize>>(task: &Task, start: Philox) -> Result<Tensor> {
    let mut words = Words::of(start);
    let shape = Shape::new(&[task.batch, task.samples])?;
    let mut drawn: Vec<U> = room_for(shape.num_elements())?;
    let mut sums: Vec<f64> = room_for(task.classes)?;
    for row in task.logits.values::<T>()?.chunks_exact(task.classes) {
        // Logits that are not finite have no weight.
        let finite = |logit: &T| Some(logit.wide().to_f64()).filter(|logit| logit.is_finite());
        let largest = row.iter().filter_map(finite).fold(f64::MIN, f64::max);
        let mut total = 0.0;
        sums.clear();
        for logit in row {
            total += finite(logit).map_or(0.0, |logit| (logit - largest).exp());
            sums.push(total);
        }
        for _ in 0..task.samples {
            let (high, low) = (words.draw(), words.draw());
            let target = unit_f64(high, low) * total;
            let class = sums.partition_point(|sum| *sum <= target);
            drawn.push(U::try_from(class).map_err(|_| internal("a class does not fit in the output's type"))?);
        }
    }
    Tensor::new(shape, drawn)
}
