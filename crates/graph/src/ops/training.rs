//! Optimizer updates, applied where the variable lives. None of them has a gradient.

mod ada_max;
mod adadelta;
mod adagrad;
mod adagrad_da;
mod adam;
mod adam_with_amsgrad;
mod add_sign;
mod centered_rms_prop;
mod ftrl;
mod gradient_descent;
mod keras_momentum;
mod momentum;
mod power_sign;
mod proximal_adagrad;
mod proximal_gradient_descent;
mod rms_prop;

use regatta_status::Result;
use regatta_tensor::{DType, PartialShape};

use super::infer::{equal_dims, input, merge, scalar, with_rank};
use crate::{
    op_def::{ArgType, Op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[&[Op]] = &[
    ada_max::OPS,
    adadelta::OPS,
    adagrad::OPS,
    adagrad_da::OPS,
    adam::OPS,
    adam_with_amsgrad::OPS,
    add_sign::OPS,
    centered_rms_prop::OPS,
    ftrl::OPS,
    gradient_descent::OPS,
    keras_momentum::OPS,
    momentum::OPS,
    power_sign::OPS,
    proximal_adagrad::OPS,
    proximal_gradient_descent::OPS,
    rms_prop::OPS,
];

/// The variable's shape is that of its slots and of the gradient, of which an op with indices has only rows; everything else
/// is a scalar. What stands behind a resource handle is not known here.
fn update(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (mut shape, mut grad, mut count) = (PartialShape::unknown(), PartialShape::unknown(), None);
    for (k, arg) in query.node.op.inputs.iter().enumerate() {
        match arg.name {
            _ if arg.is_ref => shape = merge(&shape, input(query, k)?)?,
            _ if arg.ty == ArgType::Fixed(DType::Resource) => {}
            "grad" | "delta" => grad = input(query, k)?.clone(),
            "indices" => count = Some(with_rank(input(query, k)?, 1)?.sizes().and_then(|sizes| sizes[0])),
            _ => scalar(input(query, k)?)?,
        }
    }
    shape = match count {
        None => merge(&shape, &grad)?,
        Some(rows) => with_rows(&shape, &grad, rows)?,
    };
    Ok(query.node.output_types.iter().map(|_| shape.clone()).collect())
}

/// The shape of a variable of which a gradient has so many rows.
fn with_rows(shape: &PartialShape, grad: &PartialShape, rows: Option<usize>) -> Result<PartialShape> {
    let Some((first, inner)) = grad.sizes().and_then(|sizes| sizes.split_first()) else { return Ok(shape.clone()) };
    equal_dims(*first, rows)?;
    let unknown_first = [None].into_iter().chain(inner.iter().copied()).collect();
    merge(shape, &PartialShape::new(unknown_first))
}
