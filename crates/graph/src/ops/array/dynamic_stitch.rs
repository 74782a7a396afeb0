//! `DynamicStitch` and `ParallelDynamicStitch`: rows of several tensors put where their indices say.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    grads::rows,
    known::{constant_ints, input, merge},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "DynamicStitch(indices:N*int32, data:N*T) -> (merged:T) {N:int, T:type}",
        "Rows of several tensors put where their indices say; where two rows want one place, the later wins.",
    )
    .shape(dynamic_stitch)
    .gradient(gradient),
    op(
        "ParallelDynamicStitch(indices:N*int32, data:N*T) -> (merged:T) {N:int, T:type}",
        "As DynamicStitch; where two rows want one place, either may win.",
    )
    .shape(dynamic_stitch)
    .gradient(gradient),
];

/// As many rows as the largest index says, each like the data's.
fn dynamic_stitch(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
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

/// The rows of the gradient from where the data went.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (pairs, dy) = (node.num_inputs() / 2, node.grad(0)?);
    let mut grads = vec![None; pairs];
    for k in 0..pairs {
        let indices = node.input(k)?;
        grads.push(Some(rows(node, &dy, &indices)?.into()));
    }
    Ok(grads)
}
