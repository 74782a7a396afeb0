//! `ApplyFtrl`, `ResourceApplyFtrl`, `SparseApplyFtrl`, `ResourceSparseApplyFtrl`, `ApplyFtrlV2`,
//! `ResourceApplyFtrlV2`, `SparseApplyFtrlV2`, `ResourceSparseApplyFtrlV2`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "ApplyFtrl(var:Ref(T), accum:Ref(T), linear:Ref(T), grad:T, lr:T, l1:T, l2:T, lr_power:T) -> (out:Ref(T)) {T:type, use_locking:bool=False, multiply_linear_by_lr:bool=False}",
        "Follows the regularised leader: zero where the penalty `l1` outweighs the gradients.",
    )
    .shape(update),
    op(
        "ResourceApplyFtrl(var:resource, accum:resource, linear:resource, grad:T, lr:T, l1:T, l2:T, lr_power:T) -> () {T:type, use_locking:bool=False, multiply_linear_by_lr:bool=False} [stateful]",
        "Follows the regularised leader: zero where the penalty `l1` outweighs the gradients.",
    )
    .shape(update),
    op(
        "SparseApplyFtrl(var:Ref(T), accum:Ref(T), linear:Ref(T), grad:T, indices:Tindices, lr:T, l1:T, l2:T, lr_power:T) -> (out:Ref(T)) {T:type, Tindices:type, use_locking:bool=False, multiply_linear_by_lr:bool=False}",
        "Follows the regularised leader: zero where the penalty `l1` outweighs the gradients, for the rows that indices name.",
    )
    .shape(update),
    op(
        "ResourceSparseApplyFtrl(var:resource, accum:resource, linear:resource, grad:T, indices:Tindices, lr:T, l1:T, l2:T, lr_power:T) -> () {T:type, Tindices:type, use_locking:bool=False, multiply_linear_by_lr:bool=False} [stateful]",
        "Follows the regularised leader: zero where the penalty `l1` outweighs the gradients, for the rows that indices name.",
    )
    .shape(update),
    op(
        "ApplyFtrlV2(var:Ref(T), accum:Ref(T), linear:Ref(T), grad:T, lr:T, l1:T, l2:T, l2_shrinkage:T, lr_power:T) -> (out:Ref(T)) {T:type, use_locking:bool=False, multiply_linear_by_lr:bool=False}",
        "Follows the regularised leader: zero where the penalty `l1` outweighs the gradients; with shrinkage of the gradient.",
    )
    .shape(update),
    op(
        "ResourceApplyFtrlV2(var:resource, accum:resource, linear:resource, grad:T, lr:T, l1:T, l2:T, l2_shrinkage:T, lr_power:T) -> () {T:type, use_locking:bool=False, multiply_linear_by_lr:bool=False} [stateful]",
        "Follows the regularised leader: zero where the penalty `l1` outweighs the gradients; with shrinkage of the gradient.",
    )
    .shape(update),
    op(
        "SparseApplyFtrlV2(var:Ref(T), accum:Ref(T), linear:Ref(T), grad:T, indices:Tindices, lr:T, l1:T, l2:T, l2_shrinkage:T, lr_power:T) -> (out:Ref(T)) {T:type, Tindices:type, use_locking:bool=False, multiply_linear_by_lr:bool=False}",
        "Follows the regularised leader: zero where the penalty `l1` outweighs the gradients; with shrinkage of the gradient, for the rows that indices name.",
    )
    .shape(update),
    op(
        "ResourceSparseApplyFtrlV2(var:resource, accum:resource, linear:resource, grad:T, indices:Tindices, lr:T, l1:T, l2:T, l2_shrinkage:T, lr_power:T) -> () {T:type, Tindices:type, use_locking:bool=False, multiply_linear_by_lr:bool=False} [stateful]",
        "Follows the regularised leader: zero where the penalty `l1` outweighs the gradients; with shrinkage of the gradient, for the rows that indices name.",
    )
    .shape(update),
];
