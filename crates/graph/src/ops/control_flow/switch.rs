//! `Switch`, `RefSwitch`: hands a value to one of two outputs; the other is dead.

use crate::op_def::{Op, op};
use crate::ops::infer::{input, scalar};
use crate::shape_rule::ShapeQuery;
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[
    op(
        "Switch(data:T, pred:bool) -> (output_false:T, output_true:T) {T:type}",
        "Hands a value to one of two outputs; the other is dead.",
    )
    .shape(both_sides),
    op(
        "RefSwitch(data:Ref(T), pred:bool) -> (output_false:Ref(T), output_true:Ref(T)) {T:type} [allows_uninit]",
        "The same with a reference to a variable.",
    )
    .shape(both_sides),
];

fn both_sides(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    scalar(input(query, 1)?)?;
    Ok(vec![input(query, 0)?.clone(); 2])
}
