//! What a shape rule can learn from its inputs: constant numbers, ranks, sizes.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, PartialShape, Tensor};

use crate::shape_rule::ShapeQuery;

/// The whole numbers of a constant input, or `None` if it is no constant (or holds something else).
pub(crate) fn constant_ints(query: &ShapeQuery<'_>, input: usize) -> Option<Vec<i64>> {
    ints(query.constants.get(input).copied().flatten()?)
}

/// A constant input that is one number.
pub(crate) fn constant_int(query: &ShapeQuery<'_>, input: usize) -> Option<i64> {
    match constant_ints(query, input)?.as_slice() {
        [value] => Some(*value),
        _ => None,
    }
}

fn ints(tensor: &Tensor) -> Option<Vec<i64>> {
    Some(match tensor.dtype() {
        DType::Int8 => tensor.values::<i8>().ok()?.iter().map(|&x| x.into()).collect(),
        DType::Int16 => tensor.values::<i16>().ok()?.iter().map(|&x| x.into()).collect(),
        DType::Int32 => tensor.values::<i32>().ok()?.iter().map(|&x| x.into()).collect(),
        DType::Int64 => tensor.values::<i64>().ok()?.to_vec(),
        _ => return None,
    })
}

/// What is known of an input; an input that the query lacks is not known.
pub(crate) fn input(query: &ShapeQuery<'_>, input: usize) -> PartialShape {
    query.inputs.get(input).cloned().unwrap_or_default()
}

/// An input that must have this rank.
pub(crate) fn input_of_rank(query: &ShapeQuery<'_>, index: usize, rank: usize) -> Result<PartialShape> {
    let shape = input(query, index);
    match shape.rank() {
        Some(actual) if actual != rank => {
            Err(invalid_argument(format!("Shape must be rank {rank} but is rank {actual}")))
        }
        Some(_) => Ok(shape),
        None => Ok(PartialShape::of_rank(rank)),
    }
}

/// The length of an input that must be a vector, if known.
pub(crate) fn vector_len(query: &ShapeQuery<'_>, index: usize) -> Result<Option<usize>> {
    Ok(input_of_rank(query, index, 1)?.sizes().and_then(|sizes| sizes[0]))
}

/// The shape that an input spells out: its sizes if it is constant (-1 is one that is not known), else its rank if the
/// input's length is known. A scalar -1 means that nothing is known.
pub(crate) fn shape_input(query: &ShapeQuery<'_>, index: usize) -> Result<PartialShape> {
    if let Some(values) = constant_ints(query, index) {
        if input(query, index).rank() == Some(0) {
            return match values.as_slice() {
                [-1] => Ok(PartialShape::unknown()),
                _ => Err(invalid_argument("Shape must be rank 1 but is rank 0")),
            };
        }
        input_of_rank(query, index, 1)?;
        return values.iter().map(|&size| size_or_unknown(size)).collect::<Result<Vec<_>>>().map(PartialShape::new);
    }
    Ok(vector_len(query, index)?.map_or_else(PartialShape::unknown, PartialShape::of_rank))
}

fn size_or_unknown(size: i64) -> Result<Option<usize>> {
    match size {
        -1 => Ok(None),
        _ => usize::try_from(size).map(Some).map_err(|_| invalid_argument(format!("Dimension {size} must be >= 0"))),
    }
}

/// An axis that may count from the end, as one of `rank` places.
pub(crate) fn axis_of(axis: i64, rank: usize) -> Result<usize> {
    let from_start = if axis < 0 { axis.saturating_add(rank as i64) } else { axis };
    usize::try_from(from_start)
        .ok()
        .filter(|&axis| axis < rank)
        .ok_or_else(|| invalid_argument(format!("axis {axis} is not in [-{rank}, {rank})")))
}

/// Refuses a shape that is known to have fewer axes.
pub(crate) fn at_least_rank(shape: &PartialShape, rank: usize) -> Result<()> {
    match shape.rank() {
        Some(actual) if actual < rank => {
            Err(invalid_argument(format!("Shape must be at least rank {rank} but is rank {actual}")))
        }
        _ => Ok(()),
    }
}

/// Both promises, or an error that names them.
pub(crate) fn merge(left: &PartialShape, right: &PartialShape) -> Result<PartialShape> {
    left.merge(right).ok_or_else(|| invalid_argument(format!("Shapes must be equal, but are {left} and {right}")))
}

/// Both promises about one size.
pub(crate) fn merge_size(left: Option<usize>, right: Option<usize>) -> Result<Option<usize>> {
    match (left, right) {
        (Some(l), Some(r)) if l != r => Err(invalid_argument(format!("Dimensions must be equal, but are {l} and {r}"))),
        _ => Ok(left.or(right)),
    }
}

/// The number of elements, if every size is known.
pub(crate) fn num_elements(sizes: &[Option<usize>]) -> Option<usize> {
    sizes.iter().try_fold(1usize, |product, size| product.checked_mul((*size)?))
}
