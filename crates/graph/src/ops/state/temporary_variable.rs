//! `TemporaryVariable`, `DestroyTemporaryVariable`.

use super::variable::declared;
use crate::op_def::{Op, op};
use crate::ops::infer::same_as_first;

pub(super) const OPS: &[Op] = &[
    op(
        "TemporaryVariable() -> (ref:Ref(dtype)) {shape:shape, dtype:type, var_name:string=''} [stateful]",
        "A variable that lives at most as long as its step.",
    )
    .shape(declared),
    op(
        "DestroyTemporaryVariable(ref:Ref(T)) -> (value:T) {T:type, var_name:string}",
        "The last value of a temporary variable, which is given up.",
    )
    .shape(same_as_first),
];
