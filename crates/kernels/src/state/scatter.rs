//! What the scatter ops share: rows of a variable, named by indices, changed by rows of updates one after the other.
//!
//! ```text
//! shape     ref [n, ..row], indices [..], updates [..indices, ..row] or []
//! ```

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Element, Shape, Tensor};

use super::update;
use crate::{
    Kernel,
    array::elements::{ints, room_for},
    unsupported,
};

/// The type of the updates, which is also the variable's; a resource does not tell.
pub(super) fn updates_type(node: &Node) -> DType {
    node.input_types.get(2).map_or(DType::Variant, |edge| edge.dtype)
}

/// A kernel that changes each element of a named row by the update for it.
pub(super) fn scatter<T: Element>(
    node: &Node,
    change: impl Fn(&mut T, T) + Copy + Send + Sync + 'static,
) -> Result<Kernel> {
    scatter_checked::<T>(node, |_| Ok(()), change)
}

/// As `scatter`, for updates of which some are refused.
pub(super) fn scatter_checked<T: Element>(
    node: &Node,
    check: impl Fn(&[T]) -> Result<()> + Send + Sync + 'static,
    change: impl Fn(&mut T, T) + Copy + Send + Sync + 'static,
) -> Result<Kernel> {
    if !matches!(node.input_types.get(1).map(|edge| edge.dtype), Some(DType::Int32 | DType::Int64)) {
        return Err(unsupported(node));
    }
    Ok(update(move |var, [indices, updates]| {
        let Rows { places, width } = Rows::of(var, &indices, &updates)?;
        let (is_scalar, updates) = (updates.shape().rank() == 0, updates.values::<T>()?);
        check(updates)?;
        let elements = var.make_mut::<T>()?;
        for (k, place) in places.into_iter().enumerate() {
            let row = &mut elements[place * width..][..width];
            match updates {
                [value] if is_scalar => row.iter_mut().for_each(|element| change(element, *value)),
                _ => row.iter_mut().zip(&updates[k * width..]).for_each(|(element, value)| change(element, *value)),
            }
        }
        Ok(())
    }))
}

/// Which rows of a variable are meant, and how many elements a row has.
pub(super) struct Rows {
    pub(super) places: Vec<usize>,
    pub(super) width: usize,
}

impl Rows {
    /// The rows, all of which exist, and for which the updates fit.
    pub(super) fn of(var: &Tensor, indices: &Tensor, updates: &Tensor) -> Result<Rows> {
        let Some((&count, row)) = var.shape().split_first() else {
            return Err(invalid_argument(format!("params must be at least 1-D, got shape {}", var.shape())));
        };
        let fits = updates.shape().split_at_checked(indices.shape().rank());
        let fits = fits.is_some_and(|(head, tail)| head == &indices.shape()[..] && tail == row);
        if updates.shape().rank() != 0 && !fits {
            return Err(invalid_argument(format!(
                "Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = [], got updates.shape {}, \
                 indices.shape {}, params.shape {}",
                updates.shape(),
                indices.shape(),
                var.shape()
            )));
        }
        let mut places = room_for(indices.num_elements())?;
        for (k, index) in ints(indices)?.into_iter().enumerate() {
            match usize::try_from(index).ok().filter(|&place| place < count) {
                Some(place) => places.push(place),
                None => {
                    let at = position(indices.shape(), k);
                    return Err(invalid_argument(format!("indices{at} = {index} is not in [0, {count})")));
                }
            }
        }
        Ok(Rows { places, width: row.iter().product() })
    }
}

/// Where the `k`th element of a tensor is: `[1,0]`.
pub(super) fn position(shape: &Shape, mut k: usize) -> String {
    let mut digits: Vec<String> = Vec::with_capacity(shape.rank());
    for &size in shape.iter().rev() {
        digits.push((k % size.max(1)).to_string());
        k /= size.max(1);
    }
    digits.reverse();
    format!("[{}]", digits.join(","))
}
