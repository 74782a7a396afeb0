//! `Bincount`, `DenseBincount`: how often each whole number comes, or what the weights of its places add up to.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::infer::{constant, input, integers, scalar},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "Bincount(arr:int32, size:int32, weights:T) -> (bins:T) {T:type}",
        "How often each whole number comes, or what the weights of its places add up to.",
    )
    .shape(shape),
    op(
        "DenseBincount(input:Tidx, size:Tidx, weights:T) -> (output:T) {Tidx:type, T:type, binary_output:bool=False}",
        "How often each whole number comes in each row, or what the weights of its places add up to.",
    )
    .shape(dense_shape),
];

/// As many as a constant says.
fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    scalar(input(query, 1)?)?;
    let count = constant(query, 1).and_then(integers).and_then(|count| usize::try_from(*count.first()?).ok());
    Ok(vec![PartialShape::new(vec![count])])
}

/// As many as a constant says, for each row if there are several.
fn dense_shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let bins = shape(query)?;
    match input(query, 0)?.sizes() {
        Some([rows, _]) => {
            let bins = bins.iter().find_map(PartialShape::sizes).and_then(|sizes| sizes.first().copied()).flatten();
            Ok(vec![PartialShape::new(vec![*rows, bins])])
        }
        Some(sizes) if sizes.len() < 2 => Ok(bins),
        Some(sizes) => Err(invalid_argument(format!("Shape must be at most rank 2 but is rank {}", sizes.len()))),
        None => Ok(vec![PartialShape::unknown()]),
    }
}
