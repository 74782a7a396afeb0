//! `Substr`: parts of strings.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::infer::{broadcast, input, merge},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "Substr(input:string, pos:T, len:T) -> (output:string) {T:type, unit:string='BYTE'}",
    "A part of each string, from a position on and of a length at most.",
)
.shape(shape)];

/// The strings' shape, broadcast against that of the positions, which is also that of the lengths.
fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (strings, positions) = (input(query, 0)?, input(query, 1)?);
    merge(positions, input(query, 2)?)?;
    Ok(vec![broadcast(strings, positions)?])
}
