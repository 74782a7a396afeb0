//! `MatrixDiag` and its versions: matrices from their diagonals.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::{
    grads::by_first,
    known::{at_least_rank, constant_int, constant_ints, input, input_of_rank},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op("MatrixDiag(diagonal:T) -> (output:T) {T:type}", "Square matrices that are zero outside of the given diagonals.")
        .shape(matrix_diag)
        .gradient(gradient),
    op(
        "MatrixDiagV2(diagonal:T, k:int32, num_rows:int32, num_cols:int32, padding_value:T) -> (output:T) {T:type}",
        "Matrices made of a band of diagonals, with a given value outside of it; short diagonals begin at the left.",
    )
    .shape(matrix_diag_band)
    .gradient(gradient_v2),
    op(
        "MatrixDiagV3(diagonal:T, k:int32, num_rows:int32, num_cols:int32, padding_value:T) -> (output:T) {T:type, align:string='RIGHT_LEFT'}",
        "Matrices made of a band of diagonals, with a given value outside of it.",
    )
    .shape(matrix_diag_band)
    .gradient(gradient_v3),
];

/// The last size twice.
fn matrix_diag(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let diagonal = input(query, 0);
    at_least_rank(&diagonal, 1)?;
    let Some([head @ .., last]) = diagonal.sizes() else { return Ok(vec![PartialShape::unknown()]) };
    Ok(vec![PartialShape::new([head, &[*last, *last]].concat())])
}

/// As many rows and columns as are asked for; where -1 is, no more is said than that they are there.
fn matrix_diag_band(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let diagonal = input(query, 0);
    at_least_rank(&diagonal, 1)?;
    for scalar in 2..5 {
        input_of_rank(query, scalar, 0)?;
    }
    let (Some(sizes), Some(k)) = (diagonal.sizes(), constant_ints(query, 1)) else {
        return Ok(vec![PartialShape::unknown()]);
    };
    let several = matches!(k.as_slice(), [low, high] if low != high);
    let head = sizes.len().saturating_sub(1 + usize::from(several));
    let size = |k| constant_int(query, k).and_then(|size| usize::try_from(size).ok());
    Ok(vec![PartialShape::new([&sizes[..head], &[size(2), size(3)]].concat())])
}

/// The diagonal of the gradient.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let dy = node.grad(0)?;
    let dx = node.call("MatrixDiagPart", &[&dy])?;
    Ok(by_first(node, Some(dx.into())))
}

fn gradient_v2(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (k, dy) = (node.input(1)?, node.grad(0)?);
    let zero = node.number(&dy, 0.0)?;
    let dx = node.call("MatrixDiagPartV2", &[&dy, &k, &zero])?;
    Ok(by_first(node, Some(dx.into())))
}

fn gradient_v3(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (align, k, dy) = (node.attrs().str("align")?.to_owned(), node.input(1)?, node.grad(0)?);
    let zero = node.number(&dy, 0.0)?;
    let dx = node.op("MatrixDiagPartV3").inputs([&dy, &k, &zero]).attr("align", align).finish()?;
    Ok(by_first(node, Some(dx.into())))
}
