//! `TensorArraySplitV3`: cuts a tensor into pieces of given lengths, and puts them into an array.

use super::rules::check_scalar;
use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;
use crate::shape_rule::ShapeQuery;
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[
    op(
        "TensorArraySplitV3(handle:resource, value:T, lengths:int64, flow_in:float) -> (flow_out:float) {T:type} [stateful]",
        "Cuts a tensor into pieces of given lengths, and puts them into an array.",
    )
    .shape(in_pieces),
];

fn in_pieces(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    check_scalar(query, 3)?;
    gives_scalar(query)
}
