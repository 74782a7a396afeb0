//! Rows put together by segments: what the ids say, checked, and the loop that all segment ops share.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Element, Shape, Tensor, bf16, f16};

use crate::{
    Kernel,
    array::elements::{copies, ints, product, single_int},
    math::output::compute,
};

/// How one row is put to what a segment has already.
pub(super) type Fold<T> = fn(T, T) -> T;

/// A type's finite bounds, which segments without rows have.
pub(super) trait Bounded: Element {
    const LEAST: Self;
    const MOST: Self;
}

macro_rules! bounded {
    ($($t:ident)*) => {$(impl Bounded for $t {
        const LEAST: $t = $t::MIN;
        const MOST: $t = $t::MAX;
    })*};
}
bounded!(f32 f64 f16 bf16 i8 i16 i32 i64 u8 u16 u32 u64);

/// Ids that must not decrease, and how many segments they speak of.
pub(super) fn sorted_ids(ids: &Tensor) -> Result<(Vec<usize>, usize)> {
    let mut checked = Vec::with_capacity(ids.num_elements());
    for id in ints(ids)? {
        let id = usize::try_from(id).map_err(|_| invalid_argument("segment ids must be >= 0"))?;
        if checked.last().is_some_and(|last| *last > id) {
            return Err(invalid_argument("segment ids are not increasing"));
        }
        checked.push(id);
    }
    let count = checked.last().map_or(0, |last| last.saturating_add(1));
    Ok((checked, count))
}

/// The ids of an op whose segments lie one behind the other, as many as its data has rows.
fn ids_of_rows(data: &Tensor, ids: &Tensor) -> Result<(Vec<usize>, usize)> {
    if data.shape().rank() == 0 {
        return Err(invalid_argument("input must be at least rank 1"));
    }
    if ids.shape().rank() != 1 {
        return Err(invalid_argument("segment_ids should be a vector."));
    }
    if ids.num_elements() != data.shape()[0] {
        return Err(invalid_argument("segment_ids should be the same size as dimension 0 of input."));
    }
    sorted_ids(ids)
}

/// A kernel of data and sorted ids. Segments begin at one value, and are another if no row belongs to them; `finish` makes
/// the result of what was put together of so many rows.
pub(super) fn sorted<T: Element>(start: T, empty: T, fold: Fold<T>, finish: fn(T, usize) -> T) -> Kernel {
    compute(move |[data, ids]| {
        let (ids, count) = ids_of_rows(&data, &ids)?;
        let tail = &data.shape()[1..];
        let shape = Shape::new(&[&[count], tail].concat())?;
        let mut elements = copies(empty, shape.num_elements())?;
        let (row, values) = (product(tail), data.values::<T>()?);
        let mut begin = 0;
        while begin < ids.len() {
            let end = begin + ids[begin..].iter().take_while(|id| **id == ids[begin]).count();
            let segment = &mut elements[ids[begin] * row..(ids[begin] + 1) * row];
            segment.fill(start);
            for values in values[begin * row..end * row].chunks_exact(row.max(1)) {
                segment.iter_mut().zip(values).for_each(|(old, new)| *old = fold(*old, *new));
            }
            segment.iter_mut().for_each(|value| *value = finish(*value, end - begin));
            begin = end;
        }
        Tensor::new(shape, elements)
    })
}

/// A kernel of data, ids in any order (a negative one belongs to no segment), and the number of segments.
pub(super) fn unsorted<T: Element>(start: T, fold: Fold<T>) -> Kernel {
    compute(move |[data, ids, count]| {
        let Some(wanted) = single_int(&count).filter(|_| count.shape().rank() == 0) else {
            return Err(invalid_argument(format!("num_segments should be a scalar, not shape {}", count.shape())));
        };
        if !data.shape().starts_with(ids.shape()) {
            return Err(invalid_argument(format!(
                "data.shape = {} does not start with segment_ids.shape = {}",
                data.shape(),
                ids.shape()
            )));
        }
        let Ok(count) = usize::try_from(wanted) else {
            return Err(invalid_argument(format!("Input num_segments == {wanted} must not be negative.")));
        };
        let tail = &data.shape()[ids.shape().rank()..];
        let shape = Shape::new(&[&[count], tail].concat())?;
        let mut elements = copies(start, shape.num_elements())?;
        let (row, values) = (product(tail), data.values::<T>()?);
        for (k, id) in ints(&ids)?.into_iter().enumerate() {
            let Ok(id) = usize::try_from(id) else { continue };
            if id >= count {
                return Err(invalid_argument(format!("segment_ids[{k}] = {id} is out of range [0, {count})")));
            }
            let segment = &mut elements[id * row..(id + 1) * row];
            segment.iter_mut().zip(&values[k * row..(k + 1) * row]).for_each(|(old, new)| *old = fold(*old, *new));
        }
        Tensor::new(shape, elements)
    })
}

/// Refuses ids of a type that TensorFlow has no kernel for.
pub(super) fn check_ids(node: &Node) -> Result<()> {
    crate::array::places::check_index_type(node, 1)
}
