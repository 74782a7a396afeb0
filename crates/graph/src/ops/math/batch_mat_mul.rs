//! `BatchMatMul`, `BatchMatMulV2`, `BatchMatMulV3`: the product of each pair out of two batches of matrices.

use regatta_status::Result;
use regatta_tensor::{PartialShape, Tensor};

use super::arithmetic::Grads;
use crate::{
    builder::Outlet,
    gradient::Backward,
    op_def::{AttrsExt, Op, op},
    ops::infer::{Dim, at_least_rank, broadcast, equal_dims, input, merge},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "BatchMatMul(x:T, y:T) -> (output:T) {T:type, adj_x:bool=False, adj_y:bool=False, grad_x:bool=False, grad_y:bool=False}",
        "The product of each pair out of two batches of matrices, either one perhaps adjoint.",
    )
    .shape(batch_matmul)
    .gradient(gradient),
    op(
        "BatchMatMulV2(x:T, y:T) -> (output:T) {T:type, adj_x:bool=False, adj_y:bool=False, grad_x:bool=False, grad_y:bool=False}",
        "The product of each pair out of two batches of matrices, which broadcast; either one perhaps adjoint.",
    )
    .shape(batch_matmul)
    .gradient(gradient),
    op(
        "BatchMatMulV3(x:Ta, y:Tb) -> (output:Tout) {Ta:type, Tb:type, Tout:type, adj_x:bool=False, adj_y:bool=False, grad_x:bool=False, grad_y:bool=False}",
        "The product of each pair out of two batches of matrices, which broadcast and may be of different types.",
    )
    .shape(batch_matmul)
    .gradient(gradient),
];

/// `x [.., m, k], y [.., k, n] -> [.., m, n]`, either one perhaps transposed, where the leading dimensions broadcast.
fn batch_matmul(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (x, y) = (input(query, 0)?, input(query, 1)?);
    at_least_rank(x, 2)?;
    at_least_rank(y, 2)?;
    let (Some(x), Some(y)) = (x.sizes(), y.sizes()) else { return Ok(vec![PartialShape::unknown()]) };
    let side = |sizes: &[Dim], attr: &str| -> Result<(PartialShape, Dim, Dim)> {
        let (batch, matrix) = sizes.split_at(sizes.len() - 2);
        let batch = PartialShape::new(batch.to_vec());
        Ok(if query.node.attrs.bool(attr)? { (batch, matrix[1], matrix[0]) } else { (batch, matrix[0], matrix[1]) })
    };
    let ((x_batch, m, inner_x), (y_batch, inner_y, n)) = (side(x, "adj_x")?, side(y, "adj_y")?);
    equal_dims(inner_x, inner_y)?;
    // The first version does not broadcast.
    let batch = match query.node.op.name {
        "BatchMatMul" => merge(&x_batch, &y_batch)?,
        _ => broadcast(&x_batch, &y_batch)?,
    };
    Ok(vec![PartialShape::new([batch.sizes().unwrap_or_default(), &[m, n]].concat())])
}

/// Of `z = x y`: `dx = dz y^H` and `dy = x^H dz`, with the adjoints that the node asks for moved along.
fn gradient(node: &mut Backward<'_>) -> Grads {
    let (adj_x, adj_y) = (node.attrs().bool("adj_x")?, node.attrs().bool("adj_y")?);
    let (x, y, dz) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let mut product = |a, b, adj_a: bool, adj_b: bool| {
        node.op("BatchMatMulV2").inputs([a, b]).attr("adj_x", adj_a).attr("adj_y", adj_b).finish()
    };
    let (dx, dy) = match (adj_x, adj_y) {
        (false, false) => (product(&dz, &y, false, true)?, product(&x, &dz, true, false)?),
        (false, true) => (product(&dz, &y, false, false)?, product(&dz, &x, true, false)?),
        (true, false) => (product(&y, &dz, false, true)?, product(&x, &dz, false, false)?),
        (true, true) => (product(&y, &dz, true, true)?, product(&dz, &x, true, true)?),
    };
    let (dx, dy) = (unbroadcast(node, &dx, &x, &y)?, unbroadcast(node, &dy, &y, &x)?);
    Ok(vec![Some(dx.into()), Some(dy.into())])
}

/// Sums what was broadcast: only the leading dimensions were.
fn unbroadcast(node: &mut Backward<'_>, grad: &Outlet, x: &Outlet, other: &Outlet) -> Result<Outlet> {
    let leading = |shape: PartialShape| shape.to_shape().map(|shape| shape[..shape.rank().saturating_sub(2)].to_vec());
    if leading(x.shape()).is_some_and(|x| leading(other.shape()) == Some(x)) {
        return Ok(grad.clone());
    }
    let shape = node.shape_of(x)?;
    let (mine, theirs) = (batch_shape(node, x)?, batch_shape(node, other)?);
    let axes = node.call("BroadcastGradientArgs", &[&mine, &theirs])?;
    let sum = node.call("Sum", &[grad, &axes])?;
    node.call("Reshape", &[&sum, &shape])
}

/// The leading dimensions of a batch of matrices.
fn batch_shape(node: &mut Backward<'_>, x: &Outlet) -> Result<Outlet> {
    let shape = node.call("Shape", &[x])?;
    let begin = node.constant(Tensor::vector(vec![0i32]))?;
    let end = node.constant(Tensor::vector(vec![-2i32]))?;
    let step = node.constant(Tensor::vector(vec![1i32]))?;
    node.op("StridedSlice").inputs([&shape, &begin, &end, &step]).attr("begin_mask", 1).finish()
}
