//! `ScalarSummary`: numbers for TensorBoard.

use crate::{
    op_def::{Op, op},
    ops::infer::gives_scalar,
};

pub(super) const OPS: &[Op] =
    &[op("ScalarSummary(tags:string, values:T) -> (summary:string) {T:type}", "A summary with a number for each tag.")
        .shape(gives_scalar)
        .flat()];
