//! `MatrixDiagPart` and its versions: the diagonals of matrices.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::{
    grads::by_first,
    known::{at_least_rank, constant_ints, input},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op("MatrixDiagPart(input:T) -> (diagonal:T) {T:type}", "The diagonals of the innermost matrices.")
        .shape(matrix_diag_part)
        .gradient(gradient),
    op(
        "MatrixDiagPartV2(input:T, k:int32, padding_value:T) -> (diagonal:T) {T:type}",
        "A band of diagonals of the innermost matrices; short ones begin at the left and end with a given value.",
    )
    .shape(band_part)
    .gradient(gradient_v2),
    op(
        "MatrixDiagPartV3(input:T, k:int32, padding_value:T) -> (diagonal:T) {T:type, align:string='RIGHT_LEFT'}",
        "A band of diagonals of the innermost matrices, filled up with a given value where they are short.",
    )
    .shape(band_part)
    .gradient(gradient_v3),
];

/// The smaller of the last two sizes.
fn matrix_diag_part(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input(query, 0);
    at_least_rank(&source, 2)?;
    let Some([head @ .., rows, columns]) = source.sizes() else { return Ok(vec![PartialShape::unknown()]) };
    let length = rows.zip(*columns).map(|(rows, columns)| rows.min(columns));
    Ok(vec![PartialShape::new([head, &[length]].concat())])
}

/// The number of diagonals, if there may be several, and the length of the longest.
fn band_part(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input(query, 0);
    at_least_rank(&source, 2)?;
    let (Some([head @ .., rows, columns]), Some(k)) = (source.sizes(), constant_ints(query, 1)) else {
        return Ok(vec![PartialShape::unknown()]);
    };
    let (Some(&low), Some(&high)) = (k.first(), k.last()) else { return Ok(vec![PartialShape::unknown()]) };
    let length = rows.zip(*columns).and_then(|(rows, columns)| {
        let (rows, columns) = (rows as i64, columns as i64);
        let longest = rows.saturating_add(high.min(0)).min(columns.saturating_sub(low.max(0)));
        usize::try_from(longest).ok()
    });
    let mut sizes = head.to_vec();
    if low < high {
        sizes.push(usize::try_from(high.saturating_sub(low).saturating_add(1)).ok());
    }
    sizes.push(length);
    Ok(vec![PartialShape::new(sizes)])
}

/// Zeros with the gradient on the diagonal.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, dy) = (node.input(0)?, node.grad(0)?);
    let zeros = node.call("ZerosLike", &[&x])?;
    let dx = node.call("MatrixSetDiag", &[&zeros, &dy])?;
    Ok(by_first(node, Some(dx.into())))
}

fn gradient_v2(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, k, dy) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let zeros = node.call("ZerosLike", &[&x])?;
    let dx = node.call("MatrixSetDiagV2", &[&zeros, &dy, &k])?;
    Ok(by_first(node, Some(dx.into())))
}

fn gradient_v3(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (align, x, k, dy) = (node.attrs().str("align")?.to_owned(), node.input(0)?, node.input(1)?, node.grad(0)?);
    let zeros = node.call("ZerosLike", &[&x])?;
    let dx = node.op("MatrixSetDiagV3").inputs([&zeros, &dy, &k]).attr("align", align).finish()?;
    Ok(by_first(node, Some(dx.into())))
}
