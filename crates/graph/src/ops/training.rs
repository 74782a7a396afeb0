//! Optimizer updates, applied where the variable lives.

use crate::{
    op_def::{Row, op},
    shape_rule::unknown,
};

pub(crate) const OPS: &[Row] = &[
    op("ApplyGradientDescent(var:Ref(T), alpha:T, delta:T) -> (out:Ref(T)) {T:type, use_locking:bool=False}", unknown),
    op(
        "ApplyAdagrad(var:Ref(T), accum:Ref(T), lr:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False, update_slots:bool=True}",
        unknown,
    ),
    op(
        "ApplyAdam(var:Ref(T), m:Ref(T), v:Ref(T), beta1_power:T, beta2_power:T, lr:T, beta1:T, beta2:T, epsilon:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False, use_nesterov:bool=False}",
        unknown,
    ),
    op(
        "ApplyMomentum(var:Ref(T), accum:Ref(T), lr:T, grad:T, momentum:T) -> (out:Ref(T)) {T:type, use_locking:bool=False, use_nesterov:bool=False}",
        unknown,
    ),
    op(
        "ApplyRMSProp(var:Ref(T), ms:Ref(T), mom:Ref(T), lr:T, rho:T, momentum:T, epsilon:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False}",
        unknown,
    ),
    op(
        "ResourceApplyGradientDescent(var:resource, alpha:T, delta:T) -> () {T:type, use_locking:bool=False} [stateful]",
        unknown,
    ),
    op(
        "ResourceApplyAdagrad(var:resource, accum:resource, lr:T, grad:T) -> () {T:type, use_locking:bool=False, update_slots:bool=True} [stateful]",
        unknown,
    ),
    op(
        "ResourceApplyAdam(var:resource, m:resource, v:resource, beta1_power:T, beta2_power:T, lr:T, beta1:T, beta2:T, epsilon:T, grad:T) -> () {T:type, use_locking:bool=False, use_nesterov:bool=False} [stateful]",
        unknown,
    ),
    op(
        "ResourceApplyMomentum(var:resource, accum:resource, lr:T, grad:T, momentum:T) -> () {T:type, use_locking:bool=False, use_nesterov:bool=False} [stateful]",
        unknown,
    ),
    op(
        "ResourceApplyRMSProp(var:resource, ms:resource, mom:resource, lr:T, rho:T, momentum:T, epsilon:T, grad:T) -> () {T:type, use_locking:bool=False} [stateful]",
        unknown,
    ),
];
