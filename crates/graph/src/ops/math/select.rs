//! `Select`, `SelectV2`: elements of one of two tensors, as a condition says.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::arithmetic::{Arithmetic, Grads};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::{broadcast, input, merge},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "Select(condition:bool, t:T, e:T) -> (output:T) {T:type}",
        "Elements of one of two tensors, or whole rows of them, as a condition says.",
    )
    .shape(select)
    .gradient(gradient),
    op(
        "SelectV2(condition:bool, t:T, e:T) -> (output:T) {T:type}",
        "Elements of one of two tensors as a condition says; all three broadcast.",
    )
    .shape(select_v2)
    .gradient(gradient_v2),
];

/// `condition, t, e -> t`, where the condition is a scalar, a vector of rows or has the same shape.
fn select(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let condition = input(query, 0)?;
    let shape = merge(input(query, 1)?, input(query, 2)?)?;
    match (condition.sizes(), shape.sizes()) {
        (Some([]), _) | (None, _) | (_, None) => {}
        (Some([rows]), Some(sizes)) if sizes.len() > 1 => {
            merge(&PartialShape::new(vec![*rows]), &PartialShape::new(sizes[..1].to_vec()))?;
        }
        _ => {
            merge(condition, &shape)?;
        }
    }
    Ok(vec![shape])
}

/// `condition, t, e -> broadcast(condition, t, e)`.
fn select_v2(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let sides = broadcast(input(query, 1)?, input(query, 2)?)?;
    Ok(vec![broadcast(input(query, 0)?, &sides)?])
}

/// To the one that was chosen.
fn gradient(node: &mut Backward<'_>) -> Grads {
    let (condition, grad) = (node.input(0)?, node.grad(0)?);
    let zeros = node.call("ZerosLike", &[&grad])?;
    let (dt, de) =
        (node.call("Select", &[&condition, &grad, &zeros])?, node.call("Select", &[&condition, &zeros, &grad])?);
    Ok(vec![None, Some(dt.into()), Some(de.into())])
}

/// To the one that was chosen, in its own form.
fn gradient_v2(node: &mut Backward<'_>) -> Grads {
    let (condition, t, e, grad) = (node.input(0)?, node.input(1)?, node.input(2)?, node.grad(0)?);
    let (dt, de) = (node.where_true(&condition, &grad)?, node.where_false(&condition, &grad)?);
    let (dt, de) = (node.unbroadcast(&dt, &t, &grad)?, node.unbroadcast(&de, &e, &grad)?);
    Ok(vec![None, Some(dt.into()), Some(de.into())])
}
