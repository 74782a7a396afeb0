//! Rows looked up in a table and put together by segments: SparseSegmentSum, SparseSegmentMean, SparseSegmentSqrtN, and their
//! gradients.

use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use super::segments::sorted_ids;
use crate::{
    Kernel,
    array::elements::{copies, ints, product, room_for, single_int, take},
    math::number::{Float, Number, Real},
};

/// What a sum of so many rows is multiplied by.
pub(super) type Scale = fn(usize) -> f64;

/// A kernel of sums that are not scaled, of any number type.
pub(super) fn sums<T: Number>() -> Kernel {
    Kernel::Compute(Box::new(|inputs| {
        let plan = Plan::new(&inputs)?;
        let data = inputs[0].values::<T>()?;
        let mut elements = copies(T::ZERO, plan.shape.num_elements())?;
        plan.each(|id, index, row| {
            let segment = &mut elements[id * row..(id + 1) * row];
            segment.iter_mut().zip(&data[index * row..(index + 1) * row]).for_each(|(old, new)| *old = old.add(*new));
        });
        Ok(vec![Tensor::new(plan.shape, elements)?])
    }))
}

/// A kernel of scaled sums, which are added up in a type that the machine has.
pub(super) fn scaled_sums<T: Real>(scale: Scale) -> Kernel {
    Kernel::Compute(Box::new(move |inputs| {
        let plan = Plan::new(&inputs)?;
        let data = inputs[0].values::<T>()?;
        let mut sums = copies(<T::Wide as Number>::ZERO, plan.shape.num_elements())?;
        let mut counts = copies(0usize, plan.shape[0])?;
        let row = plan.row;
        plan.each(|id, index, row| {
            counts[id] += 1;
            let segment = &mut sums[id * row..(id + 1) * row];
            segment
                .iter_mut()
                .zip(&data[index * row..(index + 1) * row])
                .for_each(|(old, new)| *old = *old + new.wide());
        });
        let mut elements = room_for(sums.len())?;
        if row > 0 {
            for (sums, count) in sums.chunks_exact(row).zip(counts) {
                let factor = <T::Wide as Float>::of(if count == 0 { 0.0 } else { scale(count) });
                elements.extend(sums.iter().map(|sum| T::narrow(if count == 0 { *sum } else { *sum * factor })));
            }
        }
        Ok(vec![Tensor::new(plan.shape, elements)?])
    }))
}

/// Which row goes into which segment.
struct Plan {
    ids: Vec<usize>,
    indices: Vec<usize>,
    row: usize,
    shape: Shape,
}

impl Plan {
    /// Of `data, indices, ids` and perhaps the number of segments.
    fn new(inputs: &[Tensor]) -> Result<Plan> {
        let [data, indices, ids, ..] = inputs else { return Err(internal("expected data, indices and ids")) };
        if data.shape().rank() == 0 {
            return Err(invalid_argument("input must be at least rank 1"));
        }
        let (indices, ids) = lists(indices, ids)?;
        let (ids, mut count) = sorted_ids(ids)?;
        if let Some(wanted) = inputs.get(3) {
            let Some(wanted) = single_int(wanted).filter(|_| wanted.shape().rank() == 0) else {
                return Err(invalid_argument(format!("num_segments should be a scalar, not shape {}", wanted.shape())));
            };
            let wanted = usize::try_from(wanted).map_err(|_| invalid_argument("num_segments must be non-negative"))?;
            if count > wanted {
                return Err(invalid_argument("segment ids must be < num_segments"));
            }
            count = wanted;
        }
        let indices = checked(indices, data.shape()[0])?;
        let tail = &data.shape()[1..];
        Ok(Plan { ids, indices, row: product(tail), shape: Shape::new(&[&[count], tail].concat())? })
    }

    fn each(&self, mut put: impl FnMut(usize, usize, usize)) {
        self.ids.iter().zip(&self.indices).for_each(|(&id, &index)| put(id, index, self.row));
    }
}

/// Indices and ids, which are vectors of one length.
fn lists<'a>(indices: &'a Tensor, ids: &'a Tensor) -> Result<(&'a Tensor, &'a Tensor)> {
    if indices.shape().rank() != 1 {
        return Err(invalid_argument("indices should be a vector."));
    }
    if ids.shape().rank() != 1 {
        return Err(invalid_argument("segment_ids should be a vector."));
    }
    if indices.num_elements() != ids.num_elements() {
        return Err(invalid_argument("segment_ids and indices should have same size."));
    }
    Ok((indices, ids))
}

fn checked(numbers: &Tensor, limit: usize) -> Result<Vec<usize>> {
    let numbers = ints(numbers)?.into_iter().enumerate().map(|(k, number)| {
        let fits = usize::try_from(number).ok().filter(|&number| number < limit);
        fits.ok_or_else(|| invalid_argument(format!("Bad: indices[{k}] == {number} out of range [0, {limit})")))
    });
    numbers.collect()
}

/// A kernel of the gradient by the whole table.
pub(super) fn gradient<T: Real>(scale: Scale) -> Kernel {
    Kernel::Compute(Box::new(move |inputs| {
        let [grad, indices, ids, rows] = take(inputs)?;
        let back = Back::new(&grad, &indices, &ids, &rows)?;
        Ok(vec![back.run::<T>(&grad, &back.indices, back.rows, scale)?])
    }))
}

/// A kernel of the gradient by those rows only that were looked up, in the order of the table.
pub(super) fn gradient_rows<T: Real>(scale: Scale) -> Kernel {
    Kernel::Compute(Box::new(move |inputs| {
        let [grad, indices, ids, rows] = take(inputs)?;
        let back = Back::new(&grad, &indices, &ids, &rows)?;
        let mut unique = back.indices.clone();
        unique.sort_unstable();
        unique.dedup();
        let places: Vec<usize> =
            back.indices.iter().map(|index| unique.binary_search(index).unwrap_or_default()).collect();
        let values = back.run::<T>(&grad, &places, unique.len(), scale)?;
        let unique = match indices.dtype() {
            DType::Int64 => Tensor::vector(unique.into_iter().map(|index| index as i64).collect()),
            _ => Tensor::vector(unique.into_iter().map(|index| index as i32).collect()),
        };
        Ok(vec![values, unique])
    }))
}

/// Which segment's gradient goes to which row.
struct Back {
    indices: Vec<usize>,
    ids: Vec<usize>,
    /// How many rows the table has.
    rows: usize,
}

impl Back {
    fn new(grad: &Tensor, indices: &Tensor, ids: &Tensor, rows: &Tensor) -> Result<Back> {
        if grad.shape().rank() == 0 {
            return Err(invalid_argument("input must be at least rank 1"));
        }
        let (indices, ids) = lists(indices, ids)?;
        let Some(rows) = single_int(rows).filter(|_| rows.shape().rank() == 0) else {
            return Err(invalid_argument("output_dim0 should be a scalar."));
        };
        let rows = usize::try_from(rows).map_err(|_| invalid_argument(format!("Dimension {rows} must be >= 0")))?;
        Ok(Back { indices: checked(indices, rows)?, ids: checked(ids, grad.shape()[0])?, rows })
    }

    /// The gradients of segments added up in the rows at these places.
    fn run<T: Real>(&self, grad: &Tensor, places: &[usize], rows: usize, scale: Scale) -> Result<Tensor> {
        let tail = &grad.shape()[1..];
        let shape = Shape::new(&[&[rows], tail].concat())?;
        let row = product(tail);
        let mut counts = copies(0usize, grad.shape()[0])?;
        self.ids.iter().for_each(|&id| counts[id] += 1);
        let mut sums = copies(<T::Wide as Number>::ZERO, shape.num_elements())?;
        let values = grad.values::<T>()?;
        for (&place, &id) in places.iter().zip(&self.ids) {
            let factor = <T::Wide as Float>::of(scale(counts[id]));
            let sums = &mut sums[place * row..(place + 1) * row];
            sums.iter_mut()
                .zip(&values[id * row..(id + 1) * row])
                .for_each(|(sum, value)| *sum = *sum + value.wide() * factor);
        }
        Tensor::new(shape, sums.into_iter().map(T::narrow).collect())
    }
}
