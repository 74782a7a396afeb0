//! `SpaceToBatchND`: blocks of space become entries of the batch.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    grads::by_first,
    known::{constant_ints, input, input_of_rank, merge_size, vector_len},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "SpaceToBatchND(input:T, block_shape:Tblock_shape, paddings:Tpaddings) -> (output:T) {T:type, Tblock_shape:type=int32, Tpaddings:type=int32}",
    "Blocks of the axes behind the first become entries along the first, after zeros have been put around them.",
)
.shape(space_to_batch_nd)
.gradient(gradient)];

/// The batch times the blocks, each axis divided by its block.
fn space_to_batch_nd(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let Some((sizes, blocks, pads)) = blocks(query)? else { return Ok(vec![undivided(query)]) };
    divided(&sizes, &blocks, &pads)
}

/// What is known where a block or a padding is not: the rank.
pub(super) fn undivided(query: &ShapeQuery<'_>) -> PartialShape {
    input(query, 0).rank().map_or_else(PartialShape::unknown, PartialShape::of_rank)
}

/// The sizes of the input, the blocks and the paddings or crops, where they are known.
#[allow(clippy::type_complexity)]
pub(super) fn blocks(query: &ShapeQuery<'_>) -> Result<Option<(Vec<Option<usize>>, Vec<i64>, Vec<i64>)>> {
    let count = vector_len(query, 1)?;
    let around = input_of_rank(query, 2, 2)?;
    merge_size(around.sizes().and_then(|sizes| sizes[0]), count)?;
    merge_size(around.sizes().and_then(|sizes| sizes[1]), Some(2))?;
    let source = input(query, 0);
    if let (Some(rank), Some(count)) = (source.rank(), count)
        && rank <= count
    {
        return Err(invalid_argument(format!("Shape must be at least rank {} but is rank {rank}", count + 1)));
    }
    let (Some(sizes), Some(blocks), Some(around)) = (source.sizes(), constant_ints(query, 1), constant_ints(query, 2))
    else {
        return Ok(None);
    };
    Ok(Some((sizes.to_vec(), blocks, around)))
}

/// See the rule above.
pub(super) fn divided(sizes: &[Option<usize>], blocks: &[i64], pads: &[i64]) -> Result<Vec<PartialShape>> {
    let mut sizes = sizes.to_vec();
    let mut batch = sizes.first().copied().flatten();
    for ((size, &block), pad) in sizes[1..].iter_mut().zip(blocks).zip(pads.chunks_exact(2)) {
        let Some(block) = usize::try_from(block).ok().filter(|&block| block > 0) else {
            return Err(invalid_argument(format!("block_shape must be positive, got {block}")));
        };
        let Some((before, after)) = usize::try_from(pad[0]).ok().zip(usize::try_from(pad[1]).ok()) else {
            return Err(invalid_argument(format!("paddings cannot be negative, got {pad:?}")));
        };
        batch = batch.and_then(|batch| batch.checked_mul(block));
        let Some(padded) = size.and_then(|size| size.checked_add(before)?.checked_add(after)) else {
            *size = None;
            continue;
        };
        if !padded.is_multiple_of(block) {
            return Err(invalid_argument(format!(
                "Dimension size must be evenly divisible by {block} but is {padded}"
            )));
        }
        *size = Some(padded / block);
    }
    sizes[0] = batch;
    Ok(vec![PartialShape::new(sizes)])
}

/// The blocks put back into space, without what was around them.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (blocks, paddings, dy) = (node.input(1)?, node.input(2)?, node.grad(0)?);
    let dx = node.call("BatchToSpaceND", &[&dy, &blocks, &paddings])?;
    Ok(by_first(node, Some(dx.into())))
}
