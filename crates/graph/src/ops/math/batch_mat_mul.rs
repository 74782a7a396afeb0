//! `BatchMatMulV2`.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("BatchMatMulV2(x:T, y:T) -> (output:T) {T:type, adj_x:bool=False, adj_y:bool=False, grad_x:bool=False, grad_y:bool=False}", "").shape(rules::batch_matmul),
];
