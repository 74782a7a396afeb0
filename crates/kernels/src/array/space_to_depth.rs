//! SpaceToDepth: `y[n, h, w, (i * block + j) * depth + c] = x[n, h * block + i, w * block + j, c]`.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::{
    elements::product,
    view::{View, copy_view, steps_of},
};
use crate::{Build, Kernel, math::output::compute};

pub(super) const KERNELS: &[(&str, Build)] = &[("SpaceToDepth", space_to_depth)];

/// The size of the blocks of a node that has its channels last, which is all that TensorFlow computes on a CPU.
pub(super) fn block_size(node: &Node) -> Result<usize> {
    match node.attrs.str("data_format")? {
        "NHWC" => {}
        other => return Err(invalid_argument(format!("Only NHWC data_format supported on CPU. Got {other}"))),
    }
    let size = node.attrs.int("block_size")?;
    let fits = usize::try_from(size).ok().filter(|&size| size > 1);
    fits.ok_or_else(|| invalid_argument(format!("Block size should be > 1, but was: {size}")))
}

fn space_to_depth(node: &Node) -> Result<Kernel> {
    let block = block_size(node)?;
    Ok(compute(move |[input]| {
        let [batch, height, width, depth] = input.shape()[..] else {
            return Err(invalid_argument(format!("Input rank should be: 4 instead of: {}", input.shape().rank())));
        };
        if !height.is_multiple_of(block) || !width.is_multiple_of(block) {
            return Err(invalid_argument(format!(
                "Image width {width} and height {height} should be divisible by block_size: {block}"
            )));
        }
        let (rows, columns) = (height / block, width / block);
        let deeper = depth.checked_mul(block).and_then(|depth| depth.checked_mul(block));
        let deeper = deeper.ok_or_else(|| invalid_argument("the depth overflows"))?;
        let shape = Shape::new(&[batch, rows, columns, deeper])?;
        turned(&input, [batch, rows, block, columns, block, depth], shape)
    }))
}

/// A tensor of these six sizes with its third and fourth axis exchanged.
pub(super) fn turned(input: &Tensor, sizes: [usize; 6], shape: Shape) -> Result<Tensor> {
    if product(&sizes) == 0 {
        return Tensor::zeros(input.dtype(), shape);
    }
    let steps = steps_of(&sizes);
    let mut view = View::at(0);
    [0, 1, 3, 2, 4, 5].into_iter().for_each(|axis: usize| view.push(sizes[axis], steps[axis]));
    copy_view(input, &view, shape)
}
