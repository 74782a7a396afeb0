//! `Identity`, `IdentityN`.

use crate::op_def::{Op, op};
use crate::ops::array::same;

pub(super) const OPS: &[Op] = &[
    op("Identity(input:T) -> (output:T) {T:type}", "").shape(same::same),
    op("IdentityN(input:list(T)) -> (output:list(T)) {T:list(type)}", "").shape(same::same_each),
];
