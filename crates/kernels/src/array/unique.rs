//! Unique and UniqueV2: each value (or each part along an axis) once, in the order they come in, and for each element which of
//! them it is.

use std::collections::HashMap;

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use super::{
    codes::{check_type, codes},
    elements::{Unit, axis_of, by_unit, ints, product, room_for},
};
use crate::{Build, Kernel, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Unique", unique), ("UniqueV2", unique)];

fn unique(node: &Node) -> Result<Kernel> {
    kernel(node, false)
}

/// The kernel of all four ops: without a second input the parts are the elements of a vector.
pub(super) fn kernel(node: &Node, with_counts: bool) -> Result<Kernel> {
    check_type(node)?;
    let out_type = node.attrs.dtype("out_idx")?;
    if !matches!(out_type, DType::Int32 | DType::Int64) {
        return Err(unsupported(node));
    }
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let (x, axis) = match inputs.as_slice() {
            [x] => (x, None),
            [x, axis] => (x, Some(axis)),
            _ => return Err(internal("Unique takes one input or two")),
        };
        let axis = part_axis(x, axis)?;
        let found = Found::new(x, axis)?;
        let numbers = |values: Vec<usize>| match out_type {
            DType::Int64 => Tensor::vector(values.into_iter().map(|value| value as i64).collect()),
            _ => Tensor::vector(values.into_iter().map(|value| value as i32).collect()),
        };
        let y = by_unit!(x.dtype(), U => chosen::<U>(x, axis, &found.firsts))?;
        let mut outputs = vec![y, numbers(found.which)];
        if with_counts {
            outputs.push(numbers(found.counts));
        }
        Ok(outputs)
    })))
}

fn part_axis(x: &Tensor, axis: Option<&Tensor>) -> Result<usize> {
    let rank = x.shape().rank();
    if let Some(axis) = axis.filter(|axis| axis.shape().rank() != 1) {
        return Err(invalid_argument(format!("axis expects a 1D vector, got shape {}", axis.shape())));
    }
    let named = axis.map(ints).transpose()?.unwrap_or_default();
    match named.as_slice() {
        [] if rank == 1 => Ok(0),
        [] => Err(invalid_argument("unique expects a 1D vector.")),
        [dim] => axis_of(*dim, rank)
            .ok_or_else(|| invalid_argument(format!("axis has to be between [-{rank}, {rank}), got {dim}"))),
        _ => Err(invalid_argument("axis does not support input tensors larger than 1 elements")),
    }
}

/// What was found along an axis.
struct Found {
    /// Where each different part comes first.
    firsts: Vec<usize>,
    /// Which of them each part is.
    which: Vec<usize>,
    /// How often each comes.
    counts: Vec<usize>,
}

impl Found {
    fn new(x: &Tensor, axis: usize) -> Result<Found> {
        let [codes] = codes([x])?;
        let (outer, size) = (product(&x.shape()[..axis]), x.shape()[axis]);
        let inner = product(&x.shape()[axis + 1..]);
        let mut found = Found { firsts: Vec::new(), which: room_for(size)?, counts: Vec::new() };
        if outer == 1 && inner == 1 {
            found.collect(codes);
        } else {
            let part = |k: usize| -> Option<Vec<u64>> {
                let rows = (0..outer).flat_map(|row| &codes[(row * size + k) * inner..(row * size + k + 1) * inner]);
                rows.copied().collect()
            };
            found.collect((0..size).map(part));
        }
        Ok(found)
    }

    /// A part without a key is equal to no other.
    fn collect<K: std::hash::Hash + Eq>(&mut self, keys: impl IntoIterator<Item = Option<K>>) {
        let mut known: HashMap<K, usize> = HashMap::new();
        for (k, key) in keys.into_iter().enumerate() {
            let next = self.firsts.len();
            let which = match key {
                Some(key) => *known.entry(key).or_insert(next),
                None => next,
            };
            if which == next {
                self.firsts.push(k);
                self.counts.push(0);
            }
            self.counts[which] += 1;
            self.which.push(which);
        }
    }
}

/// The parts at these places along an axis.
pub(super) fn chosen<U: Unit>(x: &Tensor, axis: usize, places: &[usize]) -> Result<Tensor> {
    let mut sizes = x.shape().to_vec();
    let (size, outer, inner) = (sizes[axis], product(&sizes[..axis]), product(&sizes[axis + 1..]));
    sizes[axis] = places.len();
    let shape = Shape::new(&sizes)?;
    let (source, mut elements) = (U::of(x)?, room_for::<U>(shape.num_elements())?);
    for row in 0..outer {
        for place in places {
            let start = (row * size + place) * inner;
            elements.extend_from_slice(&source[start..start + inner]);
        }
    }
    U::into_tensor(x.dtype(), shape, elements)
}
