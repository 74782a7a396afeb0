//! Optimizer updates, applied where the variable lives.

mod adagrad;
mod adam;
mod gradient_descent;
mod momentum;
mod rms_prop;

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::infer::{input, merge, scalar};
use crate::{op_def::Op, shape_rule::ShapeQuery};

pub(super) const OPS: &[&[Op]] = &[adagrad::OPS, adam::OPS, gradient_descent::OPS, momentum::OPS, rms_prop::OPS];

/// The variable's shape is that of its slots and of the gradient; everything else is a scalar. What stands behind a resource
/// handle is not known here.
fn update(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let mut shape = PartialShape::unknown();
    for (k, arg) in query.node.op.inputs.iter().enumerate() {
        match arg.name {
            _ if arg.is_ref => shape = merge(&shape, input(query, k)?)?,
            "grad" | "delta" => shape = merge(&shape, input(query, k)?)?,
            "var" | "accum" | "m" | "v" | "ms" | "mom" => {}
            _ => scalar(input(query, k)?)?,
        }
    }
    Ok(query.node.output_types.iter().map(|_| shape.clone()).collect())
}
