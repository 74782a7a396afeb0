//! `SpaceToDepth`: blocks of images become channels.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{grads::by_first, known::input_of_rank};
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    shape_rule::{ShapeQuery, unknown},
};

pub(super) const OPS: &[Op] = &[op(
    "SpaceToDepth(input:T) -> (output:T) {T:type, block_size:int, data_format:string='NHWC'}",
    "Square blocks of an image become more channels.",
)
.shape(space_to_depth)
.gradient(gradient)];

/// Height and width shrink by the block's size. Only what the kernel computes is worked out: channels last.
fn space_to_depth(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    if query.node.attrs.str("data_format")? != "NHWC" {
        return unknown(query);
    }
    let source = input_of_rank(query, 0, 4)?;
    let block = query.node.attrs.int("block_size")?;
    let Some(block) = usize::try_from(block).ok().filter(|&block| block > 1) else {
        return Err(invalid_argument(format!("Block size should be > 1, but was: {block}")));
    };
    let Some(sizes) = source.sizes() else { return unknown(query) };
    let squared = block.checked_mul(block);
    let smaller = |size: Option<usize>| match size {
        Some(size) if !size.is_multiple_of(block) => {
            Err(invalid_argument(format!("Dimension size must be evenly divisible by {block} but is {size}")))
        }
        size => Ok(size.map(|size| size / block)),
    };
    let depth = sizes[3].zip(squared).and_then(|(depth, squared)| depth.checked_mul(squared));
    Ok(vec![PartialShape::new(vec![sizes[0], smaller(sizes[1])?, smaller(sizes[2])?, depth])])
}

/// Each of the two is the other's gradient.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (attrs, dy) = (node.attrs(), node.grad(0)?);
    let (block, format) = (attrs.int("block_size")?, attrs.str("data_format")?);
    let dx = node.op("DepthToSpace").input(&dy).attr("block_size", block).attr("data_format", format).finish()?;
    Ok(by_first(node, Some(dx.into())))
}
