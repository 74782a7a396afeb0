//! What ops share that name parts of a variable by rows of indices: one number for each of the first axes.
//!
//! ```text
//! shape     ref [..outer, ..part], indices [..batch, k] where outer has k sizes, updates [..batch, ..part]
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Element, Shape, Tensor};

use super::{scatter::position, update};
use crate::{
    Kernel,
    array::elements::{ints, room_for},
    unsupported,
};

/// Where the parts begin, how many elements a part has, and the shape of all parts together.
pub(super) struct Parts {
    /// `None` for a part that does not exist, where that is allowed.
    pub(super) starts: Vec<Option<usize>>,
    pub(super) width: usize,
    pub(super) shape: Shape,
}

impl Parts {
    /// The parts of a tensor that indices name. Those that do not exist are refused, unless they may be `ignored`.
    pub(super) fn of(sizes: &Shape, indices: &Tensor, ignored: bool) -> Result<Parts> {
        let Some((&depth, batch)) = indices.shape().split_last() else {
            return Err(invalid_argument("indices must be at least a vector"));
        };
        let Some((outer, part)) = sizes.split_at_checked(depth) else {
            return Err(invalid_argument(format!(
                "index innermost dimension length must be <= params rank; saw: {depth} vs. {}",
                sizes.rank()
            )));
        };
        let width: usize = part.iter().product();
        let count: usize = batch.iter().product();
        let numbers = ints(indices)?;
        let mut starts = room_for(count)?;
        for k in 0..count {
            let index = &numbers[k * depth..][..depth];
            let start = index.iter().zip(outer).try_fold(0usize, |start, (&index, &size)| {
                usize::try_from(index).ok().filter(|&index| index < size).map(|index| start * size + index)
            });
            if start.is_none() && !ignored {
                let index: Vec<String> = index.iter().map(i64::to_string).collect();
                let at = Shape::new(batch).map(|batch| position(&batch, k)).unwrap_or_default();
                return Err(invalid_argument(format!(
                    "indices{at} = [{}] does not index into param shape {sizes}",
                    index.join(", ")
                )));
            }
            starts.push(start.map(|start| start * width));
        }
        let shape: Vec<usize> = batch.iter().chain(part).copied().collect();
        Ok(Parts { starts, width, shape: Shape::new(&shape)? })
    }
}

/// The type of the updates, which is also the variable's; a resource does not tell.
pub(super) use super::scatter::updates_type;

/// Whether a node passes over indices that name nothing.
pub(super) fn ignores_bad_indices(node: &Node) -> Result<bool> {
    match node.attrs.str("bad_indices_policy")? {
        "" | "DEFAULT" | "ERROR" => Ok(false),
        "IGNORE" => Ok(true),
        other => Err(invalid_argument(format!("Bad indices policy attribute is not one of the known ones: {other}"))),
    }
}

/// A kernel that changes each element of a named part by the update for it.
pub(super) fn scatter_nd<T: Element>(
    node: &Node,
    change: impl Fn(&mut T, T) + Copy + Send + Sync + 'static,
) -> Result<Kernel> {
    if !matches!(node.input_types.get(1).map(|edge| edge.dtype), Some(DType::Int32 | DType::Int64)) {
        return Err(unsupported(node));
    }
    let ignored = ignores_bad_indices(node)?;
    Ok(update(move |var, [indices, updates]| {
        let Parts { starts, width, .. } = parts_for(var, &indices, &updates, ignored)?;
        let updates = updates.values::<T>()?;
        let elements = var.make_mut::<T>()?;
        for (k, start) in starts.into_iter().enumerate() {
            let Some(start) = start else { continue };
            let part = elements[start..][..width].iter_mut();
            part.zip(&updates[k * width..][..width]).for_each(|(element, value)| change(element, *value));
        }
        Ok(())
    }))
}

/// The parts of a variable, for which the updates fit.
pub(super) fn parts_for(var: &Tensor, indices: &Tensor, updates: &Tensor, ignored: bool) -> Result<Parts> {
    let (sizes, by) = (var.shape(), indices.shape());
    if sizes.rank() == 0 {
        return Err(invalid_argument("Output must be at least 1-D, got shape: []"));
    }
    let is_empty = indices.num_elements() == 0 || updates.num_elements() == 0;
    if var.num_elements() == 0 && !is_empty {
        return Err(invalid_argument(format!(
            "Indices and updates specified for empty output. indices shape: {by}, updates shape: {}",
            updates.shape()
        )));
    }
    let parts = Parts::of(sizes, indices, ignored)?;
    if parts.shape != *updates.shape() {
        return Err(invalid_argument(format!(
            "The inner dimensions of output.shape={sizes} and of updates.shape={} do not fit those of indices.shape={by}",
            updates.shape()
        )));
    }
    Ok(parts)
}
