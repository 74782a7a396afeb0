//! RandomShuffle, StatelessShuffle: the rows of a tensor in another order.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::Tensor;

use super::{
    philox::{Philox, Words},
    stream::{Stream, place_from},
};
use crate::{
    Build, Kernel,
    array::elements::{Unit, by_unit, room_for, take},
};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("RandomShuffle", random_shuffle), ("StatelessShuffle", stateless_shuffle)];

fn random_shuffle(node: &Node) -> Result<Kernel> {
    let stream = Stream::new(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [value] = take(inputs)?;
        let rows = value.shape().first().copied().unwrap_or(0);
        if rows <= 1 || value.num_elements() <= 1 {
            return Ok(vec![value]);
        }
        // One word for each row but the last, which has no choice.
        let start = stream.take((rows as u64 - 1).div_ceil(4));
        Ok(vec![by_unit!(value.dtype(), U => shuffled::<U>(&value, rows, start))?])
    })))
}

fn stateless_shuffle(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [value, key, counter, algorithm] = take(inputs)?;
        let start = place_from(&[key, counter, algorithm])?;
        let rows = value.shape().first().copied().unwrap_or(0);
        if rows <= 1 || value.num_elements() <= 1 {
            return Ok(vec![value]);
        }
        Ok(vec![by_unit!(value.dtype(), U => shuffled::<U>(&value, rows, start))?])
    })))
}

fn shuffled<U: Unit>(value: &Tensor, rows: usize, start: Philox) -> Result<Tensor> {
    let mut words = Words::of(start);
    let mut order: Vec<usize> = room_for(rows)?;
    order.extend(0..rows);
    for i in 0..rows - 1 {
        // A word chooses among the rows from here on; of more than 2^32 of them TensorFlow looks at the lower half too.
        let choices = ((rows - i) as u32).max(1);
        order.swap(i, i + (words.draw() % choices) as usize);
    }
    let (source, width) = (U::of(value)?, value.num_elements() / rows);
    let mut elements = room_for(source.len())?;
    order.into_iter().for_each(|row| elements.extend_from_slice(&source[row * width..][..width]));
    U::into_tensor(value.dtype(), value.shape().clone(), elements)
}
