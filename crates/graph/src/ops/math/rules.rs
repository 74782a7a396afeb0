//! The shapes that arithmetic, products and reductions give.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::super::infer::{Dim, broadcast, constant, equal_dims, input, integers, scalar, with_rank};
use crate::{op_def::AttrsExt, shape_rule::ShapeQuery};

/// `x, y -> broadcast(x, y)`.
pub(super) fn broadcast_two(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![broadcast(input(query, 0)?, input(query, 1)?)?])
}

/// As `broadcast_two`; where the node says so, shapes that do not fit give a scalar.
pub(super) fn equal(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    match broadcast_two(query) {
        Err(_) if !query.node.attrs.bool("incompatible_shape_error")? => Ok(vec![PartialShape::of_rank(0)]),
        Ok(_) if !query.node.attrs.bool("incompatible_shape_error")? => {
            // Unless all is known, they may yet turn out not to fit.
            let known = query.inputs.iter().all(|shape| shape.to_shape().is_some());
            if known { broadcast_two(query) } else { Ok(vec![PartialShape::unknown()]) }
        }
        result => result,
    }
}

/// `a [m, k], b [k, n] -> [m, n]`, either one perhaps transposed.
pub(super) fn matmul(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let side = |k: usize, attr: &str| -> Result<(Dim, Dim)> {
        let shape = with_rank(input(query, k)?, 2)?;
        let sizes = shape.sizes().unwrap_or_default();
        let (rows, columns) = (sizes.first().copied().flatten(), sizes.get(1).copied().flatten());
        Ok(if query.node.attrs.bool(attr)? { (columns, rows) } else { (rows, columns) })
    };
    let ((m, inner_a), (inner_b, n)) = (side(0, "transpose_a")?, side(1, "transpose_b")?);
    equal_dims(inner_a, inner_b)?;
    Ok(vec![PartialShape::new(vec![m, n])])
}

/// `input, axes -> input` without those dimensions, or with ones in their place.
pub(super) fn reduction(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let keep_dims = query.node.attrs.bool("keep_dims")?;
    let shape = input(query, 0)?;
    let axes_are_none = input(query, 1)?.to_shape().is_some_and(|axes| axes.num_elements() == 0);
    if axes_are_none {
        return Ok(vec![shape.clone()]);
    }
    let Some(sizes) = shape.sizes() else { return Ok(vec![PartialShape::unknown()]) };
    let Some(axes) = constant(query, 1).and_then(integers) else {
        return Ok(vec![if keep_dims { PartialShape::of_rank(sizes.len()) } else { PartialShape::unknown() }]);
    };
    let rank = sizes.len() as i64;
    let mut folded = vec![false; sizes.len()];
    for axis in axes {
        if axis < -rank || axis >= rank {
            return Err(invalid_argument(format!(
                "Invalid reduction dimension {axis} for input with {rank} dimensions."
            )));
        }
        folded[if axis < 0 { axis + rank } else { axis } as usize] = true;
    }
    let kept = sizes.iter().zip(folded).filter(|(_, folded)| keep_dims || !folded);
    Ok(vec![PartialShape::new(kept.map(|(size, folded)| if folded { Some(1) } else { *size }).collect())])
}

/// `input, dimension -> input` without that dimension.
pub(super) fn arg_max(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    scalar(input(query, 1)?)?;
    let Some(sizes) = input(query, 0)?.sizes() else { return Ok(vec![PartialShape::unknown()]) };
    if sizes.len() <= 1 {
        return Ok(vec![PartialShape::of_rank(0)]);
    }
    let Some(&[axis]) = constant(query, 1).and_then(integers).as_deref() else {
        return Ok(vec![PartialShape::of_rank(sizes.len() - 1)]);
    };
    let rank = sizes.len() as i64;
    if axis < -rank || axis >= rank {
        return Err(invalid_argument(format!(
            "Dimension ({axis}) must be in the range [-{rank}, {rank}), where {rank} is the number of dimensions in the input."
        )));
    }
    let mut sizes = sizes.to_vec();
    sizes.remove(if axis < 0 { axis + rank } else { axis } as usize);
    Ok(vec![PartialShape::new(sizes)])
}
