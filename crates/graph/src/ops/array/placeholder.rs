//! `Placeholder`, `PlaceholderWithDefault`.

use crate::op_def::{Op, op};
use crate::ops::array::same;

pub(super) const OPS: &[Op] = &[
    op("Placeholder() -> (output:dtype) {dtype:type, shape:shape=unknown}", "").shape(same::placeholder),
    op("PlaceholderWithDefault(input:dtype) -> (output:dtype) {dtype:type, shape:shape}", "")
        .shape(same::placeholder_with_default),
];
