//! `Cross`: the cross product of vectors in space.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::arithmetic::Grads;
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::{at_least_rank, equal_dims, input, merge},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] =
    &[op("Cross(a:T, b:T) -> (product:T) {T:type}", "The cross product of vectors in space.")
        .shape(shape)
        .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let (a, b, grad) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let (da, db) = (node.call("Cross", &[&b, &grad])?, node.call("Cross", &[&grad, &a])?);
    Ok(vec![Some(da.into()), Some(db.into())])
}

fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let shape = merge(input(query, 0)?, input(query, 1)?)?;
    at_least_rank(&shape, 1)?;
    let last = shape.sizes().and_then(|sizes| sizes.last().copied()).flatten();
    equal_dims(last, Some(3))?;
    Ok(vec![shape])
}
