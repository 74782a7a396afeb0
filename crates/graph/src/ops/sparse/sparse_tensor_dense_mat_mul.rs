//! `SparseTensorDenseMatMul`: a sparse matrix times a dense one.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    builder::Outlet,
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    ops::array::{
        grads::{int, ints, rows},
        known::{constant_ints, input_of_rank, merge_size},
    },
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "SparseTensorDenseMatMul(a_indices:Tindices, a_values:T, a_shape:int64, b:T) -> (product:T) {T:type, Tindices:type=int64, adjoint_a:bool=False, adjoint_b:bool=False}",
    "The product of a sparse matrix and a dense one, either one perhaps transposed and conjugated.",
)
.shape(product)
.gradient(gradient)];

/// The outer sizes of the two; the inner ones must be equal.
fn product(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    input_of_rank(query, 0, 2)?;
    input_of_rank(query, 1, 1)?;
    merge_size(input_of_rank(query, 2, 1)?.sizes().and_then(|sizes| sizes[0]), Some(2))?;
    let b = input_of_rank(query, 3, 2)?;
    let (adjoint_a, adjoint_b) = (query.node.attrs.bool("adjoint_a")?, query.node.attrs.bool("adjoint_b")?);
    let b = b.sizes().unwrap_or(&[None, None]).to_vec();
    let (inner_b, columns) = if adjoint_b { (b[1], b[0]) } else { (b[0], b[1]) };
    let a: Vec<Option<usize>> = match constant_ints(query, 2) {
        Some(sizes) => sizes.into_iter().map(|size| usize::try_from(size).ok()).collect(),
        None => vec![None, None],
    };
    let (a_rows, a_columns) = (a.first().copied().flatten(), a.get(1).copied().flatten());
    let (rows, inner_a) = if adjoint_a { (a_columns, a_rows) } else { (a_rows, a_columns) };
    merge_size(inner_a, inner_b)?;
    Ok(vec![PartialShape::new(vec![rows, columns])])
}

/// Of `y = a b`: `db = a^T dy`, and for each element of `a` the product of its row of `dy` and its row of `b`.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (adjoint_a, adjoint_b) = (node.attrs().bool("adjoint_a")?, node.attrs().bool("adjoint_b")?);
    let (indices, values, shape, b) = (node.input(0)?, node.input(1)?, node.input(2)?, node.input(3)?);
    let dy = node.grad(0)?;
    let db = node
        .op("SparseTensorDenseMatMul")
        .inputs([&indices, &values, &shape, &dy])
        .attr("adjoint_a", !adjoint_a)
        .finish()?;
    let db = if adjoint_b { adjoint(node, &db)? } else { db };
    let (row, column) = (coordinate(node, &indices, 0)?, coordinate(node, &indices, 1)?);
    let (of_dy, of_b) = if adjoint_a { (&column, &row) } else { (&row, &column) };
    let b = if adjoint_b { adjoint(node, &b)? } else { b };
    let (dy_rows, b_rows) = (rows(node, &dy, of_dy)?, rows(node, &b, of_b)?);
    let b_rows = node.conj(&b_rows)?;
    let products = node.call("Mul", &[&dy_rows, &b_rows])?;
    let axis = int(node, 1)?;
    let da = node.call("Sum", &[&products, &axis])?;
    let da = if adjoint_a { node.conj(&da)? } else { da };
    Ok(vec![None, Some(da.into()), None, Some(db.into())])
}

fn adjoint(node: &mut Backward<'_>, x: &Outlet) -> Result<Outlet> {
    let turned = ints(node, &[1, 0])?;
    node.call("ConjugateTranspose", &[x, &turned])
}

fn coordinate(node: &mut Backward<'_>, indices: &Outlet, axis: i32) -> Result<Outlet> {
    let (which, along) = (int(node, axis)?, int(node, 1)?);
    node.call("GatherV2", &[indices, &which, &along])
}
