//! The values of a sparse tensor and the elements of a dense one at their places, which is broadcast to the sparse one's shape.

use regatta_status::invalid_argument;
use regatta_tensor::{Element, Tensor};

use super::coordinates::Coordinates;
use crate::{Kernel, array::elements::room_for, math::output::compute};

/// A kernel that combines each value with its element, or refuses to.
pub(super) fn kernel<T: Element>(combine: fn(T, T) -> Option<T>) -> Kernel {
    compute(move |[indices, values, shape, dense]| {
        let coordinates = Coordinates::new(&indices, &values, &shape)?;
        let rank = coordinates.sizes.len();
        let fits = |skipped: usize| {
            let sizes = dense.shape().iter().zip(&coordinates.sizes[skipped..]);
            sizes.into_iter().all(|(&size, &wanted)| size == 1 || size as i64 == wanted)
        };
        let Some(skipped) = rank.checked_sub(dense.shape().rank()).filter(|&skipped| fits(skipped)) else {
            return Err(invalid_argument(format!(
                "SparseDenseBinaryOpShared broadcasts dense to sparse only; got incompatible shapes: {:?} vs. {}",
                coordinates.sizes,
                dense.shape()
            )));
        };
        coordinates.check_bounds()?;
        let (elements, mut results) = (dense.values::<T>()?, room_for(coordinates.count)?);
        for (row, value) in coordinates.rows().zip(values.values::<T>()?) {
            let axes = row[skipped..].iter().zip(dense.shape().iter());
            let place = axes.fold(0, |place, (&at, &size)| place * size + if size == 1 { 0 } else { at as usize });
            let result = combine(*value, elements[place]);
            results.push(result.ok_or_else(|| invalid_argument("Integer division by zero"))?);
        }
        Ok(Tensor::vector(results))
    })
}
