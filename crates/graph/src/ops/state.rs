//! Variables, by reference and by resource handle.

mod assign;
mod assign_variable;
mod destroy_resource;
mod disable_copy_on_read;
mod is_variable_initialized;
mod read_variable;
mod var_handle;
mod var_is_initialized;
mod variable;
mod variable_shape;

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::infer::{input, merge};
use crate::{
    op_def::{AttrsExt, Op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[&[Op]] = &[
    assign::OPS,
    assign_variable::OPS,
    destroy_resource::OPS,
    disable_copy_on_read::OPS,
    is_variable_initialized::OPS,
    read_variable::OPS,
    var_handle::OPS,
    var_is_initialized::OPS,
    variable::OPS,
    variable_shape::OPS,
];

/// The shape that the node says; of `Variable` (not `VariableV2`) a scalar's has always meant one that is not known.
fn variable(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let shape = query.node.attrs.shape("shape")?;
    if query.node.is("Variable") && shape.rank() == Some(0) {
        return Ok(vec![PartialShape::unknown()]);
    }
    Ok(vec![shape.clone()])
}

/// `ref, value -> value`, which has the variable's shape if that is to be validated.
fn assign(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let value = input(query, 1)?;
    if query.node.attrs.bool("validate_shape")? {
        return Ok(vec![merge(input(query, 0)?, value)?]);
    }
    Ok(vec![value.clone()])
}

fn vector(_: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![PartialShape::of_rank(1)])
}
