//! `RngReadAndSkip`, `RngSkip`.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::infer::gives_nothing,
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "RngReadAndSkip(resource:resource, alg:int32, delta:uint64) -> (value:int64) [stateful]",
        "The state of a generator, which is then moved on.",
    )
    .shape(state),
    op("RngSkip(resource:resource, algorithm:int64, delta:int64) -> () [stateful]", "Moves a generator on.")
        .shape(gives_nothing),
];

fn state(_: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![PartialShape::of_rank(1)])
}
