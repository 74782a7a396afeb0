//! TopKV2: the `k` largest elements along the last axis, the largest first, and where they are. Of equal ones the
//! first comes first; NaN counts as smaller than everything.

use std::cmp::Ordering;

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor, bf16, f16};

use super::elements::{room_for, single_int, take};
use crate::{Build, Kernel, dispatch::dispatch, math::number::Ordered, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("TopKV2", top_k)];

/// The largest of each row, and where they are.
type Largest = fn(&Tensor, usize) -> Result<(Tensor, Vec<usize>)>;

fn top_k(node: &Node) -> Result<Kernel> {
    let index_type = node.output_types[1].dtype;
    if !matches!(index_type, DType::Int16 | DType::Int32 | DType::Int64) {
        return Err(unsupported(node));
    }
    let run: Largest = dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64],
        T => largest::<T>,
        else return Err(unsupported(node))
    );
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [input, k] = take(inputs)?;
        let Some(k) = single_int(&k).filter(|_| k.shape().rank() == 0) else {
            return Err(invalid_argument(format!("k must be scalar, got shape {}", k.shape())));
        };
        let Ok(k) = usize::try_from(k) else { return Err(invalid_argument(format!("Need k >= 0, got {k}"))) };
        let Some(&columns) = input.shape().last() else {
            return Err(invalid_argument("input must be >= 1-D, got shape []"));
        };
        if columns < k {
            return Err(invalid_argument(format!("input must have at least k columns. Had {columns}, needed {k}")));
        }
        let (values, places) = run(&input, k)?;
        let shape = values.shape().clone();
        let indices = match index_type {
            DType::Int16 => Tensor::new(shape, places.into_iter().map(|place| place as i16).collect())?,
            DType::Int32 => Tensor::new(shape, places.into_iter().map(|place| place as i32).collect())?,
            _ => Tensor::new(shape, places.into_iter().map(|place| place as i64).collect())?,
        };
        Ok(vec![values, indices])
    })))
}

fn largest<T: Ordered>(input: &Tensor, k: usize) -> Result<(Tensor, Vec<usize>)> {
    let columns = input.shape().last().copied().unwrap_or(1);
    let mut sizes = input.shape().to_vec();
    if let Some(last) = sizes.last_mut() {
        *last = k;
    }
    let shape = Shape::new(&sizes)?;
    let count = shape.num_elements();
    let (mut values, mut places) = (room_for::<T>(count)?, room_for::<usize>(count)?);
    if count > 0 {
        let mut order = room_for::<usize>(columns)?;
        for row in input.values::<T>()?.chunks_exact(columns) {
            let before = |&a: &usize, &b: &usize| descending(&row[a], &row[b]).then(a.cmp(&b));
            order.clear();
            order.extend(0..columns);
            if k < columns {
                order.select_nth_unstable_by(k, before);
                order.truncate(k);
            }
            order.sort_unstable_by(before);
            values.extend(order.iter().map(|&place| row[place]));
            places.extend_from_slice(&order);
        }
    }
    Ok((Tensor::new(shape, values)?, places))
}

/// The larger first, and what cannot be compared last.
fn descending<T: PartialOrd>(a: &T, b: &T) -> Ordering {
    b.partial_cmp(a).unwrap_or_else(|| {
        let is_nan = |x: &T| x.partial_cmp(x).is_none();
        is_nan(a).cmp(&is_nan(b))
    })
}
