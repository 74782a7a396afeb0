//! `Assign`, `AssignAdd`, `AssignSub`.

use super::assign;
use crate::op_def::{Op, op};
use crate::ops::infer::all_the_same;

pub(super) const OPS: &[Op] = &[
    op("Assign(ref:Ref(T), value:T) -> (output_ref:Ref(T)) {T:type, validate_shape:bool=True, use_locking:bool=True} [allows_uninit]", "").shape(assign),
    op("AssignAdd(ref:Ref(T), value:T) -> (output_ref:Ref(T)) {T:type, use_locking:bool=False}", "").shape(all_the_same),
    op("AssignSub(ref:Ref(T), value:T) -> (output_ref:Ref(T)) {T:type, use_locking:bool=False}", "").shape(all_the_same),
];
