//! Optimizer updates, applied where the variable lives.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::infer::{input, merge, scalar};
use crate::{
    op_def::{Row, op},
    shape_rule::ShapeQuery,
};

pub(crate) const OPS: &[Row] = &[
    op("ApplyGradientDescent(var:Ref(T), alpha:T, delta:T) -> (out:Ref(T)) {T:type, use_locking:bool=False}", update),
    op(
        "ApplyAdagrad(var:Ref(T), accum:Ref(T), lr:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False, update_slots:bool=True}",
        update,
    ),
    op(
        "ApplyAdam(var:Ref(T), m:Ref(T), v:Ref(T), beta1_power:T, beta2_power:T, lr:T, beta1:T, beta2:T, epsilon:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False, use_nesterov:bool=False}",
        update,
    ),
    op(
        "ApplyMomentum(var:Ref(T), accum:Ref(T), lr:T, grad:T, momentum:T) -> (out:Ref(T)) {T:type, use_locking:bool=False, use_nesterov:bool=False}",
        update,
    ),
    op(
        "ApplyRMSProp(var:Ref(T), ms:Ref(T), mom:Ref(T), lr:T, rho:T, momentum:T, epsilon:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False}",
        update,
    ),
    op(
        "ResourceApplyGradientDescent(var:resource, alpha:T, delta:T) -> () {T:type, use_locking:bool=False} [stateful]",
        update,
    ),
    op(
        "ResourceApplyAdagrad(var:resource, accum:resource, lr:T, grad:T) -> () {T:type, use_locking:bool=False, update_slots:bool=True} [stateful]",
        update,
    ),
    op(
        "ResourceApplyAdam(var:resource, m:resource, v:resource, beta1_power:T, beta2_power:T, lr:T, beta1:T, beta2:T, epsilon:T, grad:T) -> () {T:type, use_locking:bool=False, use_nesterov:bool=False} [stateful]",
        update,
    ),
    op(
        "ResourceApplyMomentum(var:resource, accum:resource, lr:T, grad:T, momentum:T) -> () {T:type, use_locking:bool=False, use_nesterov:bool=False} [stateful]",
        update,
    ),
    op(
        "ResourceApplyRMSProp(var:resource, ms:resource, mom:resource, lr:T, rho:T, momentum:T, epsilon:T, grad:T) -> () {T:type, use_locking:bool=False} [stateful]",
        update,
    ),
];

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
