//! `MatrixSetDiag` and its versions: matrices with other diagonals.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::known::{at_least_rank, input};
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op("MatrixSetDiag(input:T, diagonal:T) -> (output:T) {T:type}", "The innermost matrices with other diagonals.")
        .shape(matrix_set_diag)
        .gradient(gradient),
    op(
        "MatrixSetDiagV2(input:T, diagonal:T, k:int32) -> (output:T) {T:type}",
        "The innermost matrices with another band of diagonals, of which short ones begin at the left.",
    )
    .shape(matrix_set_diag)
    .gradient(gradient_v2),
    op(
        "MatrixSetDiagV3(input:T, diagonal:T, k:int32) -> (output:T) {T:type, align:string='RIGHT_LEFT'}",
        "The innermost matrices with another band of diagonals.",
    )
    .shape(matrix_set_diag)
    .gradient(gradient_v3),
];

/// The shape of the matrices.
fn matrix_set_diag(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input(query, 0);
    at_least_rank(&source, 2)?;
    at_least_rank(&input(query, 1), 1)?;
    Ok(vec![source])
}

/// The matrices' gradient has zeros where the diagonal's comes from.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (diagonal, dy) = (node.input(1)?, node.grad(0)?);
    let zeros = node.call("ZerosLike", &[&diagonal])?;
    let dx = node.call("MatrixSetDiag", &[&dy, &zeros])?;
    let dd = node.call("MatrixDiagPart", &[&dy])?;
    Ok(vec![Some(dx.into()), Some(dd.into())])
}

fn gradient_v2(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (diagonal, k, dy) = (node.input(1)?, node.input(2)?, node.grad(0)?);
    let (zeros, zero) = (node.call("ZerosLike", &[&diagonal])?, node.number(&dy, 0.0)?);
    let dx = node.call("MatrixSetDiagV2", &[&dy, &zeros, &k])?;
    let dd = node.call("MatrixDiagPartV2", &[&dy, &k, &zero])?;
    Ok(vec![Some(dx.into()), Some(dd.into()), None])
}

fn gradient_v3(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (align, diagonal, k) = (node.attrs().str("align")?.to_owned(), node.input(1)?, node.input(2)?);
    let dy = node.grad(0)?;
    let (zeros, zero) = (node.call("ZerosLike", &[&diagonal])?, node.number(&dy, 0.0)?);
    let dx = node.op("MatrixSetDiagV3").inputs([&dy, &zeros, &k]).attr("align", align.as_str()).finish()?;
    let dd = node.op("MatrixDiagPartV3").inputs([&dy, &k, &zero]).attr("align", align).finish()?;
    Ok(vec![Some(dx.into()), Some(dd.into()), None])
}
