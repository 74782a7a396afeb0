//! `Variable`, `VariableV2`.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{AttrsExt, Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "Variable() -> (ref:Ref(dtype)) {shape:shape, dtype:type, container:string='', shared_name:string=''} [stateful]",
        "A variable by reference, whose shape a scalar's leaves open.",
    )
    .shape(declared),
    op(
        "VariableV2() -> (ref:Ref(dtype)) {shape:shape, dtype:type, container:string='', shared_name:string=''} [stateful]",
        "A variable by reference.",
    )
    .shape(declared),
];

/// The shape that the node says; of `Variable` (not `VariableV2`) a scalar's has always meant one that is not known.
pub(super) fn declared(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let shape = query.node.attrs.shape("shape")?;
    if query.node.is("Variable") && shape.rank() == Some(0) {
        return Ok(vec![PartialShape::unknown()]);
    }
    Ok(vec![shape.clone()])
}
