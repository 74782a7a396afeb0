//! DepthToSpace: `y[n, h * block + i, w * block + j, c] = x[n, h, w, (i * block + j) * depth + c]`.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Shape;

use super::space_to_depth::{block_size, turned};
use crate::{Build, Kernel, math::output::compute};

pub(super) const KERNELS: &[(&str, Build)] = &[("DepthToSpace", depth_to_space)];

fn depth_to_space(node: &Node) -> Result<Kernel> {
    let block = block_size(node)?;
    Ok(compute(move |[input]| {
        let [batch, height, width, depth] = input.shape()[..] else {
            return Err(invalid_argument(format!("Input rank should be: 4 instead of: {}", input.shape().rank())));
        };
        let squared = block.checked_mul(block).filter(|&squared| depth.is_multiple_of(squared));
        let Some(squared) = squared else {
            return Err(invalid_argument(format!(
                "Input depth dimension {depth} should be divisible by: {block} * {block}"
            )));
        };
        let larger = |size: usize| size.checked_mul(block).ok_or_else(|| invalid_argument("an image is too large"));
        let shape = Shape::new(&[batch, larger(height)?, larger(width)?, depth / squared])?;
        turned(&input, [batch, height, width, block, block, depth / squared], shape)
    }))
}
