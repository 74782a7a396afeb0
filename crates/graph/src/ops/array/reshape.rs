//! Ops that give the same elements another shape: Reshape, ExpandDims, Squeeze, Transpose.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::known::{axis_of, constant_int, constant_ints, input, merge_size, num_elements, shape_input, vector_len};
use crate::op_def::{Op, op};
use crate::{op_def::AttrsExt, shape_rule::ShapeQuery};

pub(super) const OPS: &[Op] =
    &[op("Reshape(tensor:T, shape:Tshape) -> (output:T) {T:type, Tshape:type=int32}", "").shape(reshape)];

/// The wanted shape, where one size may be left to be whatever makes the number of elements right.
pub(crate) fn reshape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input(query, 0);
    let wanted = shape_input(query, 1)?;
    let Some(mut sizes) = wanted.sizes().map(<[_]>::to_vec) else { return Ok(vec![wanted]) };
    let Some(have) = source.sizes().and_then(num_elements) else { return Ok(vec![wanted]) };
    let known = sizes.iter().flatten().try_fold(1usize, |product, &size| product.checked_mul(size));
    let Some(known) = known else { return Err(invalid_argument(format!("shape {wanted} has too many elements"))) };
    let open: Vec<usize> = (0..sizes.len()).filter(|&i| sizes[i].is_none()).collect();
    match open.as_slice() {
        [] if known != have => Err(invalid_argument(format!(
            "Cannot reshape a tensor with {have} elements to shape {wanted} ({known} elements)"
        ))),
        [one] if known > 0 => {
            if !have.is_multiple_of(known) {
                return Err(invalid_argument(format!(
                    "Dimension size must be evenly divisible by {known} but is {have}"
                )));
            }
            sizes[*one] = Some(have / known);
            Ok(vec![PartialShape::new(sizes)])
        }
        _ => Ok(vec![wanted]),
    }
}

/// One more axis of size 1.
pub(crate) fn expand_dims(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input(query, 0);
    let Some(sizes) = source.sizes() else { return Ok(vec![source]) };
    let Some(axis) = constant_int(query, 1) else { return Ok(vec![PartialShape::of_rank(sizes.len() + 1)]) };
    let axis = axis_of(axis, sizes.len() + 1)?;
    let mut sizes = sizes.to_vec();
    sizes.insert(axis, Some(1));
    Ok(vec![PartialShape::new(sizes)])
}

/// The axes that are named (or, if none is, every one of size 1) taken away.
pub(crate) fn squeeze(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input(query, 0);
    let Some(sizes) = source.sizes() else { return Ok(vec![source]) };
    let named = &query.node.attrs.list("squeeze_dims")?.ints;
    if named.is_empty() {
        // A size that is not known may be 1 or not.
        if sizes.contains(&None) {
            return Ok(vec![PartialShape::unknown()]);
        }
        return Ok(vec![PartialShape::new(sizes.iter().copied().filter(|&size| size != Some(1)).collect())]);
    }
    let mut gone = vec![false; sizes.len()];
    for &axis in named {
        let axis = axis_of(axis, sizes.len())?;
        if let Some(size) = sizes[axis].filter(|&size| size != 1) {
            return Err(invalid_argument(format!(
                "Can not squeeze dim[{axis}], expected a dimension of 1, got {size}"
            )));
        }
        gone[axis] = true;
    }
    Ok(vec![PartialShape::new(sizes.iter().zip(gone).filter(|(_, gone)| !gone).map(|(size, _)| *size).collect())])
}

/// The sizes in another order.
pub(crate) fn transpose(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input(query, 0);
    let rank = merge_size(source.rank(), vector_len(query, 1)?)?;
    let Some(rank) = rank else { return Ok(vec![PartialShape::unknown()]) };
    let (Some(sizes), Some(perm)) = (source.sizes(), constant_ints(query, 1)) else {
        return Ok(vec![PartialShape::of_rank(rank)]);
    };
    let axes: Result<Vec<usize>> = perm.iter().map(|&axis| axis_of(axis, rank)).collect();
    Ok(vec![PartialShape::new(axes?.into_iter().map(|axis| sizes[axis]).collect())])
}
