//! `MaxPool`, `MaxPoolV2`: the largest element of each window; `MaxPoolGrad`, `MaxPoolGradGrad`: its gradients.

use regatta_status::Result;

use super::{
    alike,
    window::{images_as_first, images_as_second, pooling, pooling_by_inputs},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[
    op(
        "MaxPool(input:T) -> (output:T) {T:type=float, ksize:list(int), strides:list(int), padding:string, explicit_paddings:list(int)=[], data_format:string='NHWC'}",
        "The largest element of each window of images.",
    )
    .shape(pooling)
    .gradient(gradient),
    op(
        "MaxPoolV2(input:T, ksize:int32, strides:int32) -> (output:T) {T:type=float, padding:string, data_format:string='NHWC'}",
        "The largest element of each window of images, whose size and strides are inputs.",
    )
    .shape(pooling_by_inputs)
    .gradient(gradient_by_inputs),
    op(
        "MaxPoolGrad(orig_input:T, orig_output:T, grad:T) -> (output:T) {ksize:list(int), strides:list(int), padding:string, explicit_paddings:list(int)=[], data_format:string='NHWC', T:type=float}",
        "The gradient of a pooling's images: what comes back goes to the largest element of each window.",
    )
    .shape(images_as_first)
    .gradient(second_gradient),
    op(
        "_MaxPoolReluGrad(orig_input:T, orig_output:T, grad:T) -> (output:T) {ksize:list(int), strides:list(int), padding:string, explicit_paddings:list(int)=[], data_format:string='NHWC', T:type=float}",
        "MaxPoolGrad and then ReluGrad of the same images, which a worker makes of those two nodes.",
    )
    .shape(images_as_first),
    op(
        "MaxPoolGradV2(orig_input:T, orig_output:T, grad:T, ksize:int32, strides:int32) -> (output:T) {padding:string, data_format:string='NHWC', T:type=float}",
        "The gradient of a pooling's images, with the windows' size and strides as inputs.",
    )
    .shape(images_as_first)
    .gradient(second_gradient_by_inputs),
    op(
        "MaxPoolGradGrad(orig_input:T, orig_output:T, grad:T) -> (output:T) {ksize:list(int), strides:list(int), padding:string, data_format:string='NHWC', T:type}",
        "The gradient of a pooling's gradient: each window picks what belongs to its largest element.",
    )
    .shape(images_as_second)
    .gradient(third_gradient),
    op(
        "MaxPoolGradGradV2(orig_input:T, orig_output:T, grad:T, ksize:int32, strides:int32) -> (output:T) {padding:string, data_format:string='NHWC', T:type}",
        "The gradient of a pooling's gradient, with the windows' size and strides as inputs.",
    )
    .shape(images_as_second)
    .gradient(third_gradient_by_inputs),
];

const ATTRS: &[&str] = &["ksize", "strides", "padding", "data_format"];
const ATTRS_BY_INPUTS: &[&str] = &["padding", "data_format"];

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, y, dy) = (node.input(0)?, node.output(0)?, node.grad(0)?);
    let attrs = &["ksize", "strides", "padding", "explicit_paddings", "data_format"];
    Ok(vec![Some(alike(node, "MaxPoolGrad", attrs, &[&x, &y, &dy])?.into())])
}

fn gradient_by_inputs(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, taps, strides) = (node.input(0)?, node.input(1)?, node.input(2)?);
    let (y, dy) = (node.output(0)?, node.grad(0)?);
    let dx = alike(node, "MaxPoolGradV2", ATTRS_BY_INPUTS, &[&x, &y, &dy, &taps, &strides])?;
    Ok(vec![Some(dx.into()), None, None])
}

fn second_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    by_last(node, "MaxPoolGradGrad", ATTRS)
}

fn second_gradient_by_inputs(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    by_last(node, "MaxPoolGradGradV2", ATTRS_BY_INPUTS)
}

fn third_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    by_last(node, "MaxPoolGrad", ATTRS)
}

fn third_gradient_by_inputs(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    by_last(node, "MaxPoolGradV2", ATTRS_BY_INPUTS)
}

/// Of an op that only picks elements of its third input by the first two: these get zeros.
fn by_last(node: &mut Backward<'_>, op: &str, attrs: &[&str]) -> Result<Vec<Option<Grad>>> {
    let (x, y, dy) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let sizes: Result<Vec<_>> = (3..node.num_inputs()).map(|k| node.input(k)).collect();
    let sizes = sizes?;
    let inputs: Vec<_> = [&x, &y, &dy].into_iter().chain(&sizes).collect();
    let picked = alike(node, op, attrs, &inputs)?;
    let mut grads = vec![
        Some(node.call("ZerosLike", &[&x])?.into()),
        Some(node.call("ZerosLike", &[&y])?.into()),
        Some(picked.into()),
    ];
    grads.resize(node.num_inputs(), None);
    Ok(grads)
}
