//! `BatchToSpaceND`: entries of the batch become blocks of space.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    grads::by_first,
    space_to_batch_nd::{blocks, undivided},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "BatchToSpaceND(input:T, block_shape:Tblock_shape, crops:Tcrops) -> (output:T) {T:type, Tblock_shape:type=int32, Tcrops:type=int32}",
    "Entries along the first axis become blocks of the axes behind it, of whose ends some is then cut off.",
)
.shape(batch_to_space_nd)
.gradient(gradient)];

/// The batch divided by the blocks, each axis times its block.
fn batch_to_space_nd(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    match blocks(query)? {
        Some((sizes, blocks, crops)) => multiplied(&sizes, &blocks, &crops),
        None => Ok(vec![undivided(query)]),
    }
}

/// See the rule above.
pub(super) fn multiplied(sizes: &[Option<usize>], blocks: &[i64], crops: &[i64]) -> Result<Vec<PartialShape>> {
    let mut sizes = sizes.to_vec();
    let mut batch = sizes.first().copied().flatten();
    for ((size, &block), crop) in sizes[1..].iter_mut().zip(blocks).zip(crops.chunks_exact(2)) {
        let Some(block) = usize::try_from(block).ok().filter(|&block| block > 0) else {
            return Err(invalid_argument(format!("block_shape must be positive, got {block}")));
        };
        let Some((before, after)) = usize::try_from(crop[0]).ok().zip(usize::try_from(crop[1]).ok()) else {
            return Err(invalid_argument(format!("crops cannot be negative, got {crop:?}")));
        };
        batch = match batch {
            Some(batch) if !batch.is_multiple_of(block) => {
                return Err(invalid_argument(format!(
                    "Dimension size must be evenly divisible by {block} but is {batch}"
                )));
            }
            batch => batch.map(|batch| batch / block),
        };
        if let Some(known) = *size {
            let left = known.checked_mul(block).and_then(|size| size.checked_sub(before)?.checked_sub(after));
            *size = Some(left.ok_or_else(|| invalid_argument(format!("crops {crop:?} cut off more than there is")))?);
        }
    }
    sizes[0] = batch;
    Ok(vec![PartialShape::new(sizes)])
}

/// Space cut into blocks again, with zeros where something was cut off.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (blocks, crops, dy) = (node.input(1)?, node.input(2)?, node.grad(0)?);
    let dx = node.call("SpaceToBatchND", &[&dy, &blocks, &crops])?;
    Ok(by_first(node, Some(dx.into())))
}
