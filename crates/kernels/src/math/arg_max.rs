//! `ArgMax`: the index of the largest element along one dimension; of equal ones the first. NaN is never the largest.
//!
//! ```text
//! shape     input [.., n, ..], dimension -> input without that dimension
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Element, Shape, Tensor, bf16, f16};

use super::{
    output::{allocate, compute, input_type},
    reduce::axis_values,
    vector::widest_for,
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ArgMax", arg_max)];

fn arg_max(node: &Node) -> Result<Kernel> {
    let output_type = node.attrs.dtype("output_type")?;
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, bool],
        T => match output_type {
            DType::Int64 => Ok(compute(|[input, axis]| along::<T, i64>(&input, &axis, larger, |i| i as i64))),
            DType::Int32 => Ok(compute(|[input, axis]| along::<T, i32>(&input, &axis, larger, |i| i as i32))),
            DType::UInt16 => Ok(compute(|[input, axis]| along::<T, u16>(&input, &axis, larger, |i| i as u16))),
            DType::Int16 => Ok(compute(|[input, axis]| along::<T, i16>(&input, &axis, larger, |i| i as i16))),
            _ => Err(unsupported(node)),
        },
        else Err(unsupported(node))
    )
}

fn larger<T: PartialOrd>(x: T, y: T) -> bool {
    x > y
}

/// For each row along an axis the index of the first element that no other is better than.
pub(super) fn along<T: Element + PartialOrd, I: Element>(
    input: &Tensor,
    axis: &Tensor,
    better: impl Fn(T, T) -> bool + Copy,
    index: impl Fn(usize) -> I,
) -> Result<Tensor> {
    let shape = input.shape();
    if axis.shape().rank() > 0 {
        return Err(invalid_argument(format!("dim must be a scalar, but received tensor of shape: {}", axis.shape())));
    }
    let rank = shape.rank() as i64;
    let given = axis_values(axis)?.first().copied().unwrap_or_default();
    if given < -rank || given >= rank {
        return Err(invalid_argument(format!(
            "Expected dimension in the range [{}, {rank}), but got {given}",
            if rank == 0 { 0 } else { -rank }
        )));
    }
    let axis = if given < 0 { given + rank } else { given } as usize;
    let n = shape[axis];
    if n == 0 {
        return Err(invalid_argument(format!("Reduction axis {given} is empty in shape {shape}")));
    }
    let sizes: Vec<usize> = shape.iter().enumerate().filter(|(k, _)| *k != axis).map(|(_, size)| *size).collect();
    let out_shape = Shape::new(&sizes)?;
    let mut out = allocate::<I>(&out_shape)?;
    let inner: usize = shape[axis + 1..].iter().product();
    let values = input.values::<T>()?;
    if values.is_empty() {
        return Tensor::new(out_shape, out);
    }
    if inner == 1 {
        widest_for::<T, _>(
            #[inline(always)]
            || out.extend(values.chunks_exact(n).map(|row| index(first_best_of_row(row, better)))),
        );
    } else {
        for block in values.chunks_exact(n * inner) {
            out.extend((0..inner).map(|k| index(first_best(block.iter().skip(k).step_by(inner).copied(), better))));
        }
    }
    Tensor::new(out_shape, out)
}

/// How many elements of a row are compared side by side.
const LANES: usize = 16;

/// As [`first_best`], of elements that lie side by side: first what the best is, in lanes, and then where.
#[inline(always)]
#[allow(clippy::eq_op)]
fn first_best_of_row<T: PartialOrd + Copy>(row: &[T], better: impl Fn(T, T) -> bool + Copy) -> usize {
    if row.len() < LANES {
        return first_best(row.iter().copied(), better);
    }
    let choose = |best: T, value: T| if better(value, best) { value } else { best };
    let Some(start) = row.iter().copied().find(|value| value == value) else { return 0 };
    let mut lanes = [start; LANES];
    let (blocks, rest) = row.as_chunks::<LANES>();
    for block in blocks {
        lanes.iter_mut().zip(block).for_each(|(best, value)| *best = choose(*best, *value));
    }
    lanes.iter_mut().zip(rest).for_each(|(best, value)| *best = choose(*best, *value));
    let best = lanes.into_iter().fold(start, choose);
    row.iter().position(|value| *value == best).unwrap_or(0)
}

/// Where the best is; 0 if nothing can be compared.
#[inline(always)]
#[allow(clippy::eq_op)]
fn first_best<T: PartialOrd + Copy>(values: impl Iterator<Item = T>, better: impl Fn(T, T) -> bool) -> usize {
    let mut best: Option<(usize, T)> = None;
    for (i, value) in values.enumerate() {
        let is_better = match best {
            Some((_, best)) => better(value, best),
            // NaN is not even equal to itself.
            None => value == value,
        };
        if is_better {
            best = Some((i, value));
        }
    }
    best.map_or(0, |(i, _)| i)
}
