//! Random numbers.

use crate::{
    op_def::{Row, op},
    shape_rule::unknown,
};

pub(crate) const OPS: &[Row] = &[
    op("RandomUniform(shape:T) -> (output:dtype) {seed:int=0, seed2:int=0, dtype:type, T:type} [stateful]", unknown),
    op("TruncatedNormal(shape:T) -> (output:dtype) {seed:int=0, seed2:int=0, dtype:type, T:type} [stateful]", unknown),
    op(
        "RandomStandardNormal(shape:T) -> (output:dtype) {seed:int=0, seed2:int=0, dtype:type, T:type} [stateful]",
        unknown,
    ),
];
