//! `UnravelIndex`: coordinates from places.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::known::{input, vector_len};
use crate::{
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "UnravelIndex(indices:Tidx, dims:Tidx) -> (output:Tidx) {Tidx:type=int32}",
    "The coordinates, in a tensor of a given shape, of elements that are told by their place in row-major order.",
)
.shape(unravel_index)];

/// A column of coordinates for each index.
fn unravel_index(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (indices, axes) = (input(query, 0), vector_len(query, 1)?);
    Ok(vec![match indices.sizes() {
        Some([]) => PartialShape::new(vec![axes]),
        Some([count]) => PartialShape::new(vec![axes, *count]),
        _ => PartialShape::unknown(),
    }])
}
