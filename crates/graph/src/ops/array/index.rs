//! Ops that pick elements by index: GatherV2, DynamicStitch, Where, ReverseV2.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::known::{axis_of, constant_int, constant_ints, input, input_of_rank, merge, vector_len};
use crate::{op_def::AttrsExt, shape_rule::ShapeQuery};

/// `params[..axis] + indices[batch..] + params[axis + 1..]`.
pub(crate) fn gather(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (params, indices) = (input(query, 0), input(query, 1));
    input_of_rank(query, 2, 0)?;
    if params.rank() == Some(0) {
        return Err(invalid_argument("Shape must be at least rank 1 but is rank 0"));
    }
    let (Some(from), Some(by)) = (params.sizes(), indices.sizes()) else { return Ok(vec![PartialShape::unknown()]) };
    let batch = match query.node.attrs.int("batch_dims")? {
        from_end if from_end < 0 => axis_of(from_end, by.len())?,
        from_start => axis_of(from_start, by.len() + 1)?,
    };
    let Some(axis) = constant_int(query, 2) else {
        return Ok(vec![PartialShape::of_rank(from.len() - 1 + by.len() - batch)]);
    };
    let axis = axis_of(axis, from.len())?;
    if batch > axis {
        return Err(invalid_argument(format!("batch_dims ({batch}) must be less than or equal to axis ({axis})")));
    }
    let head = merge(&PartialShape::new(from[..batch].to_vec()), &PartialShape::new(by[..batch].to_vec()))?;
    let mut sizes = head.sizes().unwrap_or_default().to_vec();
    sizes.extend(&from[batch..axis]);
    sizes.extend(&by[batch..]);
    sizes.extend(&from[axis + 1..]);
    Ok(vec![PartialShape::new(sizes)])
}

/// As many rows as the largest index says, each like the data's.
pub(crate) fn dynamic_stitch(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let pairs = query.inputs.len() / 2;
    let (mut rows, mut row) = (Some(0), PartialShape::unknown());
    for i in 0..pairs {
        let (indices, data) = (input(query, i), input(query, pairs + i));
        rows = match (rows, constant_ints(query, i)) {
            (Some(rows), Some(indices)) => {
                Some(indices.iter().fold(rows, |rows, &index| rows.max(index.saturating_add(1))))
            }
            _ => None,
        };
        let (Some(indices), Some(data)) = (indices.sizes(), data.sizes()) else { continue };
        if data.len() < indices.len() {
            return Err(invalid_argument("data does not start with the shape of its indices"));
        }
        merge(&PartialShape::new(indices.to_vec()), &PartialShape::new(data[..indices.len()].to_vec()))?;
        row = merge(&row, &PartialShape::new(data[indices.len()..].to_vec()))?;
    }
    let Some(row) = row.sizes() else { return Ok(vec![PartialShape::unknown()]) };
    let mut sizes = vec![rows.and_then(|rows| usize::try_from(rows).ok())];
    sizes.extend(row);
    Ok(vec![PartialShape::new(sizes)])
}

/// A row of the input's rank for each element that is true.
pub(crate) fn where_true(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![PartialShape::new(vec![None, input(query, 0).rank()])])
}

/// The shape of the tensor, whose axes are named once each.
pub(crate) fn reverse(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    vector_len(query, 1)?;
    let shape = input(query, 0);
    if let (Some(rank), Some(axes)) = (shape.rank(), constant_ints(query, 1)) {
        let mut seen = vec![false; rank];
        for axis in axes {
            let axis = axis_of(axis, rank)?;
            if std::mem::replace(&mut seen[axis], true) {
                return Err(invalid_argument(format!("axis {axis} specified more than once.")));
            }
        }
    }
    Ok(vec![shape])
}
