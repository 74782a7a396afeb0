//! `Shape`, `ShapeN`.

use crate::op_def::{Op, op};
use crate::ops::array::same;

pub(super) const OPS: &[Op] = &[
    op("Shape(input:T) -> (output:out_type) {T:type, out_type:type=int32}", "").shape(same::shape_of),
    op("ShapeN(input:N*T) -> (output:N*out_type) {N:int, T:type, out_type:type=int32}", "").shape(same::shape_of),
];
