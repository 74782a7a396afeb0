//! `MatrixBandPart`: a matrix with zeros outside of a band around its diagonal.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::{
    grads::by_first,
    known::{at_least_rank, input, input_of_rank},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "MatrixBandPart(input:T, num_lower:Tindex, num_upper:Tindex) -> (band:T) {T:type, Tindex:type=int64}",
    "The innermost matrices with zeros outside of a band around the diagonal.",
)
.shape(matrix_band_part)
.gradient(gradient)];

/// The shape of the input.
fn matrix_band_part(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    input_of_rank(query, 1, 0)?;
    input_of_rank(query, 2, 0)?;
    let source = input(query, 0);
    at_least_rank(&source, 2)?;
    Ok(vec![source])
}

/// The same band.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (lower, upper, dy) = (node.input(1)?, node.input(2)?, node.grad(0)?);
    let dx = node.call("MatrixBandPart", &[&dy, &lower, &upper])?;
    Ok(by_first(node, Some(dx.into())))
}
