//! `Assign`, `AssignAdd`, `AssignSub`.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{AttrsExt, Op, op},
    ops::infer::{all_the_same, input, merge},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "Assign(ref:Ref(T), value:T) -> (output_ref:Ref(T)) {T:type, validate_shape:bool=True, use_locking:bool=True} [allows_uninit]",
        "Gives a variable a value.",
    )
    .shape(assign)
    .flat(),
    op(
        "AssignAdd(ref:Ref(T), value:T) -> (output_ref:Ref(T)) {T:type, use_locking:bool=False}",
        "Adds a value to a variable.",
    )
    .shape(all_the_same)
    .flat(),
    op(
        "AssignSub(ref:Ref(T), value:T) -> (output_ref:Ref(T)) {T:type, use_locking:bool=False}",
        "Subtracts a value from a variable.",
    )
    .shape(all_the_same)
    .flat(),
];

/// `ref, value -> value`, which has the variable's shape if that is to be validated.
fn assign(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let value = input(query, 1)?;
    if query.node.attrs.bool("validate_shape")? {
        return Ok(vec![merge(input(query, 0)?, value)?]);
    }
    Ok(vec![value.clone()])
}
