//! `BroadcastTo`: a tensor repeated to fill a shape.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    grads::by_first,
    known::{input, shape_input},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "BroadcastTo(input:T, shape:Tidx) -> (output:T) {T:type, Tidx:type=int32}",
    "The input repeated along the axes where it has size 1, or that it lacks, to fill a shape.",
)
.shape(broadcast_to)
.gradient(gradient)];

/// The shape that the second input spells out.
fn broadcast_to(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let wanted = shape_input(query, 1)?;
    let source = input(query, 0);
    if let (Some(have), Some(want)) = (source.sizes(), wanted.sizes()) {
        let refused = || invalid_argument(format!("Incompatible shapes: {source} vs. {wanted}"));
        let skipped = want.len().checked_sub(have.len()).ok_or_else(refused)?;
        let mut sizes = want.to_vec();
        for (have, want) in have.iter().zip(&mut sizes[skipped..]) {
            match (*have, *want) {
                (Some(1) | None, _) => {}
                // What is not 1 cannot be stretched.
                (Some(have), None) => *want = Some(have),
                (Some(have), Some(want)) if have == want => {}
                _ => return Err(refused()),
            }
        }
        return Ok(vec![PartialShape::new(sizes)]);
    }
    Ok(vec![wanted])
}

/// Summed over the copies.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, y, dy) = (node.input(0)?, node.output(0)?, node.grad(0)?);
    let dx = node.unbroadcast(&dy, &x, &y)?;
    Ok(by_first(node, Some(dx.into())))
}
