//! Running sums and products along one dimension: what the kernels of Cumsum and Cumprod share.
//!
//! ```text
//! shape     x [.., n, ..], axis -> x
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Element, Tensor};

use super::{output::compute, reduce::axis_values};
use crate::Kernel;

/// The kernel that folds each element with all before it (or behind it, if `reverse`), itself among them or not (if
/// `exclusive`).
pub(super) fn scanning<T: Element>(node: &Node, start: T, f: fn(T, T) -> T) -> Result<Kernel> {
    let (exclusive, reverse) = (node.attrs.bool("exclusive")?, node.attrs.bool("reverse")?);
    Ok(compute(move |[mut x, axis]| {
        let inner = row_length(&x, &axis)?;
        let values = x.make_mut::<T>()?;
        let (length, inner) = inner;
        if values.is_empty() || length == 0 {
            return Ok(x);
        }
        let mut states = Vec::with_capacity(inner);
        for block in values.chunks_exact_mut(length * inner) {
            states.clear();
            states.resize(inner, start);
            let mut step = |row: &mut [T]| {
                for (value, state) in row.iter_mut().zip(&mut states) {
                    let next = f(*state, *value);
                    *value = if exclusive { *state } else { next };
                    *state = next;
                }
            };
            match reverse {
                false => block.chunks_exact_mut(inner).for_each(&mut step),
                true => block.chunks_exact_mut(inner).rev().for_each(&mut step),
            }
        }
        Ok(x)
    }))
}

/// The size of the dimension that the axis names, and that of all behind it.
fn row_length(x: &Tensor, axis: &Tensor) -> Result<(usize, usize)> {
    if axis.shape().rank() != 0 {
        return Err(invalid_argument(format!("ScanOp: axis must be a scalar, not {}", axis.shape())));
    }
    let rank = x.shape().rank() as i64;
    let given = axis_values(axis)?.first().copied().unwrap_or_default();
    let axis = if given < 0 { given.saturating_add(rank) } else { given };
    if axis < 0 || axis >= rank {
        return Err(invalid_argument(format!(
            "ScanOp: Expected scan axis in the range [{}, {rank}), but got {given}",
            -rank
        )));
    }
    let axis = axis as usize;
    Ok((x.shape()[axis], x.shape()[axis + 1..].iter().product()))
}
