//! Ops that join tensors or cut them apart: ConcatV2, ConcatOffset, Pack, Unpack, Split, SplitV.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::known::{axis_of, constant_int, constant_ints, input, input_of_rank, merge, merge_size};
use crate::{op_def::AttrsExt, shape_rule::ShapeQuery};

/// The sizes of the values, added up along the axis.
pub(crate) fn concat(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let values = query.inputs.len().saturating_sub(1);
    input_of_rank(query, values, 0)?;
    let mut rank = None;
    for i in 0..values {
        rank = merge_size(rank, input(query, i).rank())?;
    }
    let Some(rank) = rank else { return Ok(vec![PartialShape::unknown()]) };
    if rank == 0 {
        return Err(invalid_argument("Can't concatenate scalars (use tf.stack instead)"));
    }
    let Some(axis) = constant_int(query, values) else { return Ok(vec![PartialShape::of_rank(rank)]) };
    let axis = axis_of(axis, rank)?;
    let (mut total, mut rest) = (Some(0usize), vec![None; rank]);
    for i in 0..values {
        let shape = input(query, i);
        for (k, known) in rest.iter_mut().enumerate() {
            let size = shape.sizes().and_then(|sizes| sizes[k]);
            if k == axis {
                total = total.zip(size).and_then(|(total, size)| total.checked_add(size));
            } else {
                *known = merge_size(*known, size)?;
            }
        }
    }
    rest[axis] = total;
    Ok(vec![PartialShape::new(rest)])
}

/// Each offset is a vector like the shape it belongs to.
pub(crate) fn concat_offset(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    (1..query.inputs.len()).map(|i| input_of_rank(query, i, 1)).collect()
}

/// The shape that all values have, with an axis of their number.
pub(crate) fn pack(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let mut shape = PartialShape::unknown();
    for value in query.inputs {
        shape = merge(&shape, value)?;
    }
    let Some(sizes) = shape.sizes() else { return Ok(vec![shape]) };
    let axis = axis_of(query.node.attrs.int("axis")?, sizes.len() + 1)?;
    let mut sizes = sizes.to_vec();
    sizes.insert(axis, Some(query.inputs.len()));
    Ok(vec![PartialShape::new(sizes)])
}

/// The shape of the value with an axis gone.
pub(crate) fn unpack(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let outputs = query.node.output_types.len();
    let shape = input(query, 0);
    let Some(sizes) = shape.sizes() else { return Ok(vec![shape; outputs]) };
    let axis = axis_of(query.node.attrs.int("axis")?, sizes.len())?;
    merge_size(sizes[axis], Some(outputs))?;
    let mut sizes = sizes.to_vec();
    sizes.remove(axis);
    Ok(vec![PartialShape::new(sizes); outputs])
}

/// The shape of the value with one axis divided evenly.
pub(crate) fn split(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    input_of_rank(query, 0, 0)?;
    let outputs = query.node.output_types.len();
    let shape = input(query, 1);
    let Some(sizes) = shape.sizes() else { return Ok(vec![shape; outputs]) };
    let Some(axis) = constant_int(query, 0) else { return Ok(vec![PartialShape::of_rank(sizes.len()); outputs]) };
    let axis = axis_of(axis, sizes.len())?;
    let mut sizes = sizes.to_vec();
    if let Some(size) = sizes[axis] {
        if outputs == 0 || !size.is_multiple_of(outputs) {
            return Err(invalid_argument(format!(
                "Dimension size must be evenly divisible by {outputs} but is {size}"
            )));
        }
        sizes[axis] = Some(size / outputs);
    }
    Ok(vec![PartialShape::new(sizes); outputs])
}

/// The shape of the value with one axis divided as the sizes say.
pub(crate) fn split_v(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let outputs = query.node.output_types.len();
    let shape = input(query, 0);
    let Some(sizes) = shape.sizes() else { return Ok(vec![shape; outputs]) };
    let axis = constant_int(query, 2);
    if outputs == 1 {
        if let Some(axis) = axis {
            axis_of(axis, sizes.len())?;
        }
        return Ok(vec![shape]);
    }
    let Some(axis) = axis else { return Ok(vec![PartialShape::of_rank(sizes.len()); outputs]) };
    let axis = axis_of(axis, sizes.len())?;
    let parts = constant_ints(query, 1).filter(|parts| parts.len() == outputs);
    let mut result = vec![sizes.to_vec(); outputs];
    let known: usize =
        parts.iter().flatten().filter_map(|&part| usize::try_from(part).ok()).fold(0, usize::saturating_add);
    for (k, sizes) in result.iter_mut().enumerate() {
        let total = sizes[axis];
        sizes[axis] = match parts.as_ref().map(|parts| parts[k]) {
            Some(-1) => match total {
                Some(total) => Some(total.checked_sub(known).ok_or_else(|| too_much(known, total))?),
                None => None,
            },
            Some(part) => Some(usize::try_from(part).map_err(|_| invalid_argument("a split's size is negative"))?),
            None => None,
        };
    }
    if let (Some(parts), Some(total)) = (&parts, sizes[axis])
        && !parts.contains(&-1)
        && known != total
    {
        return Err(too_much(known, total));
    }
    Ok(result.into_iter().map(PartialShape::new).collect())
}

fn too_much(known: usize, total: usize) -> regatta_status::Status {
    invalid_argument(format!("can't split axis of size {total} into pieces of size {known} together"))
}
