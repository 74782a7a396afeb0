//! `BatchToSpace`: entries of the batch become blocks of images.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    batch_to_space_nd::multiplied,
    grads::by_first,
    known::{constant_ints, input_of_rank, merge},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "BatchToSpace(input:T, crops:Tidx) -> (output:T) {T:type, block_size:int, Tidx:type=int32}",
    "Entries along the first axis become square blocks of an image, of whose ends some is then cut off.",
)
.shape(batch_to_space)
.gradient(gradient)];

/// As for `BatchToSpaceND` with a square block.
fn batch_to_space(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input_of_rank(query, 0, 4)?;
    let block = query.node.attrs.int("block_size")?;
    if block < 2 {
        return Err(invalid_argument(format!("Block size should be > 1, but was: {block}")));
    }
    let around = input_of_rank(query, 1, 2)?;
    merge(&around, &PartialShape::new(vec![Some(2), Some(2)]))?;
    match (source.sizes(), constant_ints(query, 1)) {
        (Some(sizes), Some(around)) => multiplied(sizes, &[block, block], &around),
        _ => Ok(vec![PartialShape::of_rank(4)]),
    }
}

/// Each of the two is the other's gradient.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (block, around, dy) = (node.attrs().int("block_size")?, node.input(1)?, node.grad(0)?);
    let dx = node.op("SpaceToBatch").inputs([&dy, &around]).attr("block_size", block).finish()?;
    Ok(by_first(node, Some(dx.into())))
}
