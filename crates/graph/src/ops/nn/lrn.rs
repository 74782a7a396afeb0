//! `LRN`: normalisation of each channel by its neighbours; `LRNGrad`: its gradient.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::alike;
use super::window::images_as_first;
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::infer::{input, merge, with_rank},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "LRN(input:T) -> (output:T) {depth_radius:int=5, bias:float=1.0, alpha:float=1.0, beta:float=0.5, T:type=float}",
        "Divides each channel by a power of the sum of the squares of its neighbours.",
    )
    .shape(images_as_first)
    .gradient(gradient),
    op(
        "LRNGrad(input_grads:T, input_image:T, output_image:T) -> (output:T) {depth_radius:int=5, bias:float=1.0, alpha:float=1.0, beta:float=0.5, T:type=float}",
        "The gradient of LRN.",
    )
    .shape(gradient_shape),
];

fn gradient_shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let images = merge(&with_rank(input(query, 0)?, 4)?, input(query, 1)?)?;
    Ok(vec![merge(&images, input(query, 2)?)?])
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, y, dy) = (node.input(0)?, node.output(0)?, node.grad(0)?);
    let attrs = &["depth_radius", "bias", "alpha", "beta"];
    Ok(vec![Some(alike(node, "LRNGrad", attrs, &[&dy, &x, &y])?.into())])
}
