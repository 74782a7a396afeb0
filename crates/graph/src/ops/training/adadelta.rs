//! `ApplyAdadelta`, `ResourceApplyAdadelta`, `SparseApplyAdadelta`, `ResourceSparseApplyAdadelta`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "ApplyAdadelta(var:Ref(T), accum:Ref(T), accum_update:Ref(T), lr:T, rho:T, epsilon:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False}",
        "Steps whose length follows from running means of squares of gradients and of past steps.",
    )
    .shape(update),
    op(
        "ResourceApplyAdadelta(var:resource, accum:resource, accum_update:resource, lr:T, rho:T, epsilon:T, grad:T) -> () {T:type, use_locking:bool=False} [stateful]",
        "Steps whose length follows from running means of squares of gradients and of past steps.",
    )
    .shape(update),
    op(
        "SparseApplyAdadelta(var:Ref(T), accum:Ref(T), accum_update:Ref(T), lr:T, rho:T, epsilon:T, grad:T, indices:Tindices) -> (out:Ref(T)) {T:type, Tindices:type, use_locking:bool=False}",
        "Steps whose length follows from running means of squares of gradients and of past steps, for the rows that indices name.",
    )
    .shape(update),
    op(
        "ResourceSparseApplyAdadelta(var:resource, accum:resource, accum_update:resource, lr:T, rho:T, epsilon:T, grad:T, indices:Tindices) -> () {T:type, Tindices:type, use_locking:bool=False} [stateful]",
        "Steps whose length follows from running means of squares of gradients and of past steps, for the rows that indices name.",
    )
    .shape(update),
];
