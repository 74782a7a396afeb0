//! Strings.

use crate::{
    op_def::{Row, op},
    shape_rule::unknown,
};

pub(crate) const OPS: &[Row] = &[
    op("StringJoin(inputs:N*string) -> (output:string) {N:int, separator:string=''}", unknown),
    op("StaticRegexFullMatch(input:string) -> (output:bool) {pattern:string}", unknown),
];
