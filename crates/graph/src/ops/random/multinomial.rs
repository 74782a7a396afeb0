//! `Multinomial`, `StatelessMultinomial`.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::seed_at;
use crate::{
    op_def::{Op, op},
    ops::{
        array::known::constant_int,
        infer::{input, scalar, with_rank},
    },
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "Multinomial(logits:T, num_samples:int32) -> (output:output_dtype) {seed:int=0, seed2:int=0, T:type, output_dtype:type=int64} [stateful]",
        "Classes drawn for each row of logits.",
    )
    .shape(multinomial).flat(),
    op(
        "StatelessMultinomial(logits:T, num_samples:int32, seed:Tseed) -> (output:output_dtype) {T:type, Tseed:type=int64, output_dtype:type=int64}",
        "Classes drawn for each row of logits, which follow from a seed.",
    )
    .shape(stateless).flat(),
];

/// A row of samples for each row of logits.
fn multinomial(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let logits = with_rank(input(query, 0)?, 2)?;
    scalar(input(query, 1)?)?;
    let rows = logits.sizes().and_then(|sizes| sizes[0]);
    let samples = constant_int(query, 1).and_then(|count| usize::try_from(count).ok());
    Ok(vec![PartialShape::new(vec![rows, samples])])
}

fn stateless(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    seed_at(query, 2)?;
    multinomial(query)
}
