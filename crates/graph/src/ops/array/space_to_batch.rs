//! `SpaceToBatch`: blocks of images become entries of the batch.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    grads::by_first,
    known::{constant_ints, input_of_rank, merge},
    space_to_batch_nd::divided,
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "SpaceToBatch(input:T, paddings:Tpaddings) -> (output:T) {T:type, Tpaddings:type=int32, block_size:int}",
    "Square blocks of an image become entries along the first axis, after zeros have been put around it.",
)
.shape(space_to_batch)
.gradient(gradient)];

/// As for `SpaceToBatchND` with a square block.
fn space_to_batch(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input_of_rank(query, 0, 4)?;
    let block = query.node.attrs.int("block_size")?;
    if block < 2 {
        return Err(invalid_argument(format!("Block size should be > 1, but was: {block}")));
    }
    let around = input_of_rank(query, 1, 2)?;
    merge(&around, &PartialShape::new(vec![Some(2), Some(2)]))?;
    match (source.sizes(), constant_ints(query, 1)) {
        (Some(sizes), Some(around)) => divided(sizes, &[block, block], &around),
        _ => Ok(vec![PartialShape::of_rank(4)]),
    }
}

/// Each of the two is the other's gradient.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (block, around, dy) = (node.attrs().int("block_size")?, node.input(1)?, node.grad(0)?);
    let dx = node.op("BatchToSpace").inputs([&dy, &around]).attr("block_size", block).finish()?;
    Ok(by_first(node, Some(dx.into())))
}
