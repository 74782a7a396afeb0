//! `Squeeze`: axes of size 1 taken away.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    grads::reshaped,
    known::{axis_of, input},
};
use crate::{
    op_def::{AttrsExt, Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "Squeeze(input:T) -> (output:T) {T:type, squeeze_dims:list(int)=[]}",
    "The input without its axes of size 1: those that are named, or else all of them.",
)
.shape(squeeze)
.gradient(reshaped)];

/// The axes that are named (or, if none is, every one of size 1) taken away.
fn squeeze(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
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
