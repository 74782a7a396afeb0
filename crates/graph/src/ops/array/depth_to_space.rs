//! `DepthToSpace`: channels become blocks of images.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{grads::by_first, known::input_of_rank};
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    shape_rule::{ShapeQuery, unknown},
};

pub(super) const OPS: &[Op] = &[op(
    "DepthToSpace(input:T) -> (output:T) {T:type, block_size:int, data_format:string='NHWC'}",
    "Groups of channels become square blocks of an image.",
)
.shape(depth_to_space)
.gradient(gradient)];

/// Height and width grow by the block's size. Only what the kernel computes is worked out: channels last.
fn depth_to_space(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    if query.node.attrs.str("data_format")? != "NHWC" {
        return unknown(query);
    }
    let source = input_of_rank(query, 0, 4)?;
    let block = query.node.attrs.int("block_size")?;
    let Some(block) = usize::try_from(block).ok().filter(|&block| block > 1) else {
        return Err(invalid_argument(format!("Block size should be > 1, but was: {block}")));
    };
    let Some(sizes) = source.sizes() else { return unknown(query) };
    let squared = block.saturating_mul(block);
    let larger = |size: Option<usize>| size.and_then(|size| size.checked_mul(block));
    let depth = match sizes[3] {
        Some(depth) if !depth.is_multiple_of(squared) => {
            return Err(invalid_argument(format!(
                "Dimension size must be evenly divisible by {squared} but is {depth}"
            )));
        }
        depth => depth.map(|depth| depth / squared),
    };
    Ok(vec![PartialShape::new(vec![sizes[0], larger(sizes[1]), larger(sizes[2]), depth])])
}

/// Each of the two is the other's gradient.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (attrs, dy) = (node.attrs(), node.grad(0)?);
    let (block, format) = (attrs.int("block_size")?, attrs.str("data_format")?);
    let dx = node.op("SpaceToDepth").input(&dy).attr("block_size", block).attr("data_format", format).finish()?;
    Ok(by_first(node, Some(dx.into())))
}
