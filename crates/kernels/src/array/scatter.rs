//! What scatter ops share: blocks of updates put at places, one after the other.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Element, Shape, Tensor};

use super::{
    elements::{Unit, by_unit, product, room_for},
    places::{BadPlaces, check_index_type, places},
};
use crate::{Kernel, math::output::compute};

/// How one element changes with another.
pub(super) type Change<T> = fn(&mut T, &T);

/// Refuses indices and updates that do not fit together and into a tensor of this shape. A vector of indices is neither one
/// place nor several: TensorFlow takes it for both, and so for nothing.
pub(super) fn check(into: &Shape, indices: &Tensor, updates: &Tensor) -> Result<()> {
    let (by, with) = (indices.shape(), updates.shape());
    let Some((&depth, head)) = by.split_last().filter(|(_, head)| !head.is_empty()) else {
        return Err(invalid_argument(format!("Indices must be rows of coordinates. Found shape: {by}")));
    };
    if with.rank() == 0 {
        return Err(invalid_argument(format!("Updates shape must have rank at least one. Found:{with}")));
    }
    if into.rank() == 0 {
        return Err(invalid_argument(format!("Output must be at least 1-D, got shape: {into}")));
    }
    if into.num_elements() == 0 && (indices.num_elements() > 0 || updates.num_elements() > 0) {
        return Err(invalid_argument("Indices and updates specified for empty output"));
    }
    if depth > into.rank() {
        return Err(invalid_argument(format!(
            "The inner dimension of indices {by} must be at most the rank of the output {into}"
        )));
    }
    if !with.starts_with(head) || with[head.len()..] != into[depth..] {
        return Err(invalid_argument(format!(
            "updates of shape {with} do not fit: expected the outer sizes of indices {by} and the inner ones of {into}"
        )));
    }
    Ok(())
}

/// Changes the blocks of a tensor at the places that the indices name.
pub(super) fn change<T>(
    target: &mut [T],
    into: &[usize],
    indices: &Tensor,
    updates: &[T],
    bad: BadPlaces,
    change: Change<T>,
) -> Result<()> {
    let depth = indices.shape().last().copied().unwrap_or(0);
    let block = product(&into[depth..]);
    if updates.is_empty() {
        return Ok(());
    }
    for (row, place) in places(indices, &into[..depth], bad)?.into_iter().enumerate() {
        let Some(place) = place else { continue };
        let old = &mut target[place * block..(place + 1) * block];
        old.iter_mut().zip(&updates[row * block..(row + 1) * block]).for_each(|(old, new)| change(old, new));
    }
    Ok(())
}

/// A kernel of `tensor, indices, updates` that changes the tensor, in place if nobody else holds it.
pub(super) fn changed<T: Element>(node: &Node, with: Change<T>) -> Result<Kernel> {
    check_index_type(node, 1)?;
    let bad = BadPlaces::of(node)?;
    Ok(compute(move |[mut tensor, indices, updates]| {
        check(tensor.shape(), &indices, &updates)?;
        let shape = tensor.shape().clone();
        change(tensor.make_mut::<T>()?, &shape, &indices, updates.values::<T>()?, bad, with)?;
        Ok(tensor)
    }))
}

/// A tensor with other elements at some places, whatever its type.
pub(super) fn replaced(tensor: &Tensor, indices: &Tensor, updates: &Tensor, bad: BadPlaces) -> Result<Tensor> {
    fn replaced<U: Unit>(tensor: &Tensor, indices: &Tensor, updates: &Tensor, bad: BadPlaces) -> Result<Tensor> {
        let mut elements = room_for::<U>(tensor.num_elements())?;
        elements.extend_from_slice(U::of(tensor)?);
        change(&mut elements, tensor.shape(), indices, U::of(updates)?, bad, |old, new| *old = new.clone())?;
        U::into_tensor(tensor.dtype(), tensor.shape().clone(), elements)
    }
    check(tensor.shape(), indices, updates)?;
    by_unit!(tensor.dtype(), U => replaced::<U>(tensor, indices, updates, bad))
}
