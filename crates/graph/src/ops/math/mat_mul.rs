//! `MatMul`: the product of two matrices.

use regatta_status::Result;

use super::rules;
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
};

pub(super) const OPS: &[Op] = &[op(
    "MatMul(a:T, b:T) -> (product:T) {transpose_a:bool=False, transpose_b:bool=False, T:type, grad_a:bool=False, grad_b:bool=False}",
    "The product of two matrices, either one perhaps transposed.",
)
.shape(rules::matmul)
.gradient(gradient)];

/// Of `y = a b`: `da = dy b^T` and `db = a^T dy`, with the transpositions that the node asks for moved along.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (transpose_a, transpose_b) = (node.attrs().bool("transpose_a")?, node.attrs().bool("transpose_b")?);
    let (a, b, dy) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let (a, b) = (node.conj(&a)?, node.conj(&b)?);
    let mut product = |x, y, transpose_x: bool, transpose_y: bool| {
        let node = node.op("MatMul").inputs([x, y]);
        node.attr("transpose_a", transpose_x).attr("transpose_b", transpose_y).finish()
    };
    let (da, db) = match (transpose_a, transpose_b) {
        (false, false) => (product(&dy, &b, false, true)?, product(&a, &dy, true, false)?),
        (false, true) => (product(&dy, &b, false, false)?, product(&dy, &a, true, false)?),
        (true, false) => (product(&b, &dy, false, true)?, product(&a, &dy, false, false)?),
        (true, true) => (product(&b, &dy, true, true)?, product(&dy, &a, true, true)?),
    };
    Ok(vec![Some(da.into()), Some(db.into())])
}
