//! Variables, by reference and by resource handle.

use crate::{
    op_def::{Row, op},
    shape_rule::unknown,
};

pub(crate) const OPS: &[Row] = &[
    op(
        "Variable() -> (ref:Ref(dtype)) {shape:shape, dtype:type, container:string='', shared_name:string=''} [stateful]",
        unknown,
    ),
    op(
        "VariableV2() -> (ref:Ref(dtype)) {shape:shape, dtype:type, container:string='', shared_name:string=''} [stateful]",
        unknown,
    ),
    op("IsVariableInitialized(ref:Ref(dtype)) -> (is_initialized:bool) {dtype:type} [allows_uninit]", unknown),
    op(
        "Assign(ref:Ref(T), value:T) -> (output_ref:Ref(T)) {T:type, validate_shape:bool=True, use_locking:bool=True} [allows_uninit]",
        unknown,
    ),
    op("AssignAdd(ref:Ref(T), value:T) -> (output_ref:Ref(T)) {T:type, use_locking:bool=False}", unknown),
    op("AssignSub(ref:Ref(T), value:T) -> (output_ref:Ref(T)) {T:type, use_locking:bool=False}", unknown),
    op(
        "VarHandleOp() -> (resource:resource) {container:string='', shared_name:string='', debug_name:string='', dtype:type, shape:shape, allowed_devices:list(string)=[]} [stateful]",
        unknown,
    ),
    op("VarIsInitializedOp(resource:resource) -> (is_initialized:bool) [stateful]", unknown),
    op("ReadVariableOp(resource:resource) -> (value:dtype) {dtype:type} [stateful]", unknown),
    op(
        "AssignVariableOp(resource:resource, value:dtype) -> () {dtype:type, validate_shape:bool=False} [stateful]",
        unknown,
    ),
    op("AssignAddVariableOp(resource:resource, value:dtype) -> () {dtype:type} [stateful]", unknown),
    op("AssignSubVariableOp(resource:resource, value:dtype) -> () {dtype:type} [stateful]", unknown),
    op("VariableShape(input:resource) -> (output:out_type) {out_type:type=int32} [stateful]", unknown),
    op("DestroyResourceOp(resource:resource) -> () {ignore_lookup_error:bool=True} [stateful]", unknown),
    op("DisableCopyOnRead(resource:resource) -> () [stateful]", unknown),
];
