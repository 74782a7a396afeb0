//! Variables, by reference and by resource handle.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::infer::{all_the_same, gives_nothing, gives_scalar, input, merge};
use crate::{
    op_def::{AttrsExt, Row, op},
    shape_rule::{ShapeQuery, unknown},
};

pub(crate) const OPS: &[Row] = &[
    op(
        "Variable() -> (ref:Ref(dtype)) {shape:shape, dtype:type, container:string='', shared_name:string=''} [stateful]",
        variable,
    ),
    op(
        "VariableV2() -> (ref:Ref(dtype)) {shape:shape, dtype:type, container:string='', shared_name:string=''} [stateful]",
        variable,
    ),
    op("IsVariableInitialized(ref:Ref(dtype)) -> (is_initialized:bool) {dtype:type} [allows_uninit]", gives_scalar),
    op(
        "Assign(ref:Ref(T), value:T) -> (output_ref:Ref(T)) {T:type, validate_shape:bool=True, use_locking:bool=True} [allows_uninit]",
        assign,
    ),
    op("AssignAdd(ref:Ref(T), value:T) -> (output_ref:Ref(T)) {T:type, use_locking:bool=False}", all_the_same),
    op("AssignSub(ref:Ref(T), value:T) -> (output_ref:Ref(T)) {T:type, use_locking:bool=False}", all_the_same),
    op(
        "VarHandleOp() -> (resource:resource) {container:string='', shared_name:string='', debug_name:string='', dtype:type, shape:shape, allowed_devices:list(string)=[]} [stateful]",
        gives_scalar,
    ),
    op("VarIsInitializedOp(resource:resource) -> (is_initialized:bool) [stateful]", gives_scalar),
    op("ReadVariableOp(resource:resource) -> (value:dtype) {dtype:type} [stateful]", unknown),
    op(
        "AssignVariableOp(resource:resource, value:dtype) -> () {dtype:type, validate_shape:bool=False} [stateful]",
        gives_nothing,
    ),
    op("AssignAddVariableOp(resource:resource, value:dtype) -> () {dtype:type} [stateful]", gives_nothing),
    op("AssignSubVariableOp(resource:resource, value:dtype) -> () {dtype:type} [stateful]", gives_nothing),
    op("VariableShape(input:resource) -> (output:out_type) {out_type:type=int32} [stateful]", vector),
    op("DestroyResourceOp(resource:resource) -> () {ignore_lookup_error:bool=True} [stateful]", gives_nothing),
    op("DisableCopyOnRead(resource:resource) -> () [stateful]", gives_nothing),
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
