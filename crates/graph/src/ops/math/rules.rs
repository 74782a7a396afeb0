//! The shapes that arithmetic, products and reductions give.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, PartialShape, Tensor};

use super::super::infer::{
    Dim, at_least_rank, broadcast, constant, equal_dims, input, integers, merge, scalar, with_rank,
};
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

/// `x [.., m, k], y [.., k, n] -> [.., m, n]`, either one perhaps transposed, where the leading dimensions broadcast.
pub(super) fn batch_matmul(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (x, y) = (input(query, 0)?, input(query, 1)?);
    at_least_rank(x, 2)?;
    at_least_rank(y, 2)?;
    let (Some(x), Some(y)) = (x.sizes(), y.sizes()) else { return Ok(vec![PartialShape::unknown()]) };
    let side = |sizes: &[Dim], attr: &str| -> Result<(PartialShape, Dim, Dim)> {
        let (batch, matrix) = sizes.split_at(sizes.len() - 2);
        let batch = PartialShape::new(batch.to_vec());
        Ok(if query.node.attrs.bool(attr)? { (batch, matrix[1], matrix[0]) } else { (batch, matrix[0], matrix[1]) })
    };
    let ((x_batch, m, inner_x), (y_batch, inner_y, n)) = (side(x, "adj_x")?, side(y, "adj_y")?);
    equal_dims(inner_x, inner_y)?;
    let batch = broadcast(&x_batch, &y_batch)?;
    Ok(vec![PartialShape::new([batch.sizes().unwrap_or_default(), &[m, n]].concat())])
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

/// `condition, t, e -> t`, where the condition is a scalar, a vector of rows or has the same shape.
pub(super) fn select(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let condition = input(query, 0)?;
    let shape = merge(input(query, 1)?, input(query, 2)?)?;
    match (condition.sizes(), shape.sizes()) {
        (Some([]), _) | (None, _) | (_, None) => {}
        (Some([rows]), Some(sizes)) if sizes.len() > 1 => {
            merge(&PartialShape::new(vec![*rows]), &PartialShape::new(sizes[..1].to_vec()))?;
        }
        _ => {
            merge(condition, &shape)?;
        }
    }
    Ok(vec![shape])
}

/// `condition, t, e -> broadcast(condition, t, e)`.
pub(super) fn select_v2(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let sides = broadcast(input(query, 1)?, input(query, 2)?)?;
    Ok(vec![broadcast(input(query, 0)?, &sides)?])
}

/// `start, limit, delta -> [ceil((limit - start) / delta)]`.
pub(super) fn range(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    for (k, name) in ["start", "limit", "delta"].into_iter().enumerate() {
        scalar(input(query, k)?).map_err(|e| invalid_argument(format!("{}\n\t for '{name}'", e.message)))?;
    }
    let numbers: Option<Vec<f64>> = (0..3).map(|k| constant(query, k).and_then(number)).collect();
    let Some([start, limit, delta]) = numbers.as_deref() else { return Ok(vec![PartialShape::of_rank(1)]) };
    if *delta == 0.0 {
        return Err(invalid_argument("Requires delta != 0"));
    }
    if *delta > 0.0 && start > limit {
        return Err(invalid_argument(format!("Requires start <= limit when delta > 0: {start}/{limit}")));
    }
    if *delta < 0.0 && start < limit {
        return Err(invalid_argument(format!("Requires start >= limit when delta < 0: {start}/{limit}")));
    }
    let count = ((limit - start) / delta).abs().ceil();
    // Beyond this the kernel's own arithmetic may round otherwise.
    Ok(vec![PartialShape::new(vec![(count < 1e6).then_some(count as usize)])])
}

/// The only element of a constant, as a real number.
fn number(tensor: &Tensor) -> Option<f64> {
    match tensor.dtype() {
        DType::Int32 => tensor.single::<i32>().ok().map(f64::from),
        DType::Int64 => tensor.single::<i64>().ok().filter(|x| x.unsigned_abs() < 1 << 52).map(|x| x as f64),
        // In the type's own precision, as the kernel divides; the quotient of two f32 is not that of their f64 forms.
        DType::Double => tensor.single::<f64>().ok(),
        _ => None,
    }
}
