//! `StatelessRandomGetKeyCounter`, `StatelessRandomGetKeyCounterAlg`, `StatelessRandomGetAlg`.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::seed_at;
use crate::{
    op_def::{Op, op},
    ops::infer::gives_scalar,
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "StatelessRandomGetKeyCounter(seed:Tseed) -> (key:uint64, counter:uint64) {Tseed:type=int64}",
        "The key and the counter that a seed names.",
    )
    .shape(key_counter),
    op(
        "StatelessRandomGetKeyCounterAlg(seed:Tseed) -> (key:uint64, counter:uint64, alg:int32) {Tseed:type=int64}",
        "The key and the counter that a seed names, and the algorithm that is used for them.",
    )
    .shape(key_counter),
    op("StatelessRandomGetAlg() -> (alg:int32) [stateful]", "The algorithm that is used for a key and a counter.")
        .shape(gives_scalar),
];

/// One number of key, two of counter.
fn key_counter(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    seed_at(query, 0)?;
    let sizes = [vec![Some(1)], vec![Some(2)], vec![]];
    Ok(sizes.into_iter().map(PartialShape::new).take(query.node.output_types.len()).collect())
}
