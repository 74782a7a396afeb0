//! `Bitcast`: the same bytes as another type.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::known::input;
use crate::{
    op_def::{AttrsExt, Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "Bitcast(input:T) -> (output:type) {T:type, type:type}",
    "The same bytes as elements of another type; of a smaller one there are more, along a new last axis.",
)
.shape(bitcast)];

/// One axis more for smaller elements, one less for larger ones.
fn bitcast(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input(query, 0);
    let size = |name| query.node.attrs.dtype(name).map(|dtype| dtype.size().unwrap_or(0));
    let (from, to) = (size("T")?, size("type")?);
    let Some(sizes) = source.sizes() else { return Ok(vec![source]) };
    if from == 0 || to == 0 {
        return Err(invalid_argument("only plain numbers can be seen as others"));
    }
    if from == to {
        return Ok(vec![source]);
    }
    if from > to {
        return Ok(vec![PartialShape::new([sizes, &[Some(from / to)]].concat())]);
    }
    match sizes {
        [head @ .., last] if last.is_none_or(|last| last == to / from) => Ok(vec![PartialShape::new(head.to_vec())]),
        _ => Err(invalid_argument(format!(
            "Cannot bitcast due to shape. The last size of {source} must be {}",
            to / from
        ))),
    }
}
