//! What gradient rules of array and sparse ops are made of.

use regatta_status::Result;
use regatta_tensor::{DType, Tensor};

use crate::{
    builder::Outlet,
    gradient::{Backward, Grad},
};

/// A rule: the gradient goes through as it came, and by the first input only.
pub(crate) fn pass(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    Ok(by_first(node, node.incoming(0)))
}

/// A rule: the same elements in the shape that the first input had.
pub(crate) fn reshaped(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, dy) = (node.input(0)?, node.grad(0)?);
    let dx = reshape_like(node, &dy, &x)?;
    Ok(by_first(node, Some(dx.into())))
}

/// A gradient by the first input, none by the others.
pub(crate) fn by_first(node: &Backward<'_>, grad: Option<Grad>) -> Vec<Option<Grad>> {
    by_input(node, 0, grad)
}

/// A gradient by one input, none by the others.
pub(crate) fn by_input(node: &Backward<'_>, k: usize, grad: Option<Grad>) -> Vec<Option<Grad>> {
    let mut grads = vec![None; node.num_inputs()];
    if let Some(place) = grads.get_mut(k) {
        *place = grad;
    }
    grads
}

/// A constant vector of whole numbers.
pub(crate) fn ints(node: &mut Backward<'_>, values: &[i32]) -> Result<Outlet> {
    node.constant(Tensor::vector(values.to_vec()))
}

/// A constant whole number.
pub(crate) fn int(node: &mut Backward<'_>, value: i32) -> Result<Outlet> {
    node.constant(Tensor::scalar(value))
}

/// A tensor as another type.
pub(crate) fn cast(node: &mut Backward<'_>, x: &Outlet, dtype: DType) -> Result<Outlet> {
    match x.dtype() == dtype {
        true => Ok(x.clone()),
        false => node.op("Cast").input(x).attr("DstT", dtype).finish(),
    }
}

/// The shape of a tensor as a vector of a given type.
pub(crate) fn shape_as(node: &mut Backward<'_>, x: &Outlet, dtype: DType) -> Result<Outlet> {
    match dtype {
        DType::Int32 => node.shape_of(x),
        // `Shape` knows two types only.
        DType::Int64 => node.op("Shape").input(x).attr("out_type", dtype).finish(),
        _ => {
            let shape = node.shape_of(x)?;
            cast(node, &shape, dtype)
        }
    }
}

/// The elements of `x` in the shape of `like`.
pub(crate) fn reshape_like(node: &mut Backward<'_>, x: &Outlet, like: &Outlet) -> Result<Outlet> {
    let shape = node.shape_of(like)?;
    node.call("Reshape", &[x, &shape])
}

/// The elements of `x` as a vector.
pub(crate) fn flat(node: &mut Backward<'_>, x: &Outlet) -> Result<Outlet> {
    let all = ints(node, &[-1])?;
    node.call("Reshape", &[x, &all])
}

/// A vector as a matrix of one column.
pub(crate) fn column(node: &mut Backward<'_>, x: &Outlet) -> Result<Outlet> {
    let last = int(node, 1)?;
    node.call("ExpandDims", &[x, &last])
}

/// Tensors one behind the other along an axis.
pub(crate) fn concat(node: &mut Backward<'_>, parts: &[&Outlet], axis: i32) -> Result<Outlet> {
    let axis = int(node, axis)?;
    node.op("ConcatV2").inputs(parts.iter().copied()).input(&axis).finish()
}

/// Rows of a tensor by their indices.
pub(crate) fn rows(node: &mut Backward<'_>, params: &Outlet, indices: &Outlet) -> Result<Outlet> {
    let axis = int(node, 0)?;
    node.call("GatherV2", &[params, indices, &axis])
}

/// The sum over every axis.
pub(crate) fn sum_of_all(node: &mut Backward<'_>, x: &Outlet) -> Result<Outlet> {
    let axes = node.call("Rank", &[x])?;
    let axes = count_up_to(node, &axes)?;
    node.call("Sum", &[x, &axes])
}

/// `0, 1, ...` up to a number, which is not among them.
pub(crate) fn count_up_to(node: &mut Backward<'_>, limit: &Outlet) -> Result<Outlet> {
    let (start, step) = (node.number(limit, 0.0)?, node.number(limit, 1.0)?);
    node.call("Range", &[&start, limit, &step])
}

/// One element of a vector, as a scalar.
pub(crate) fn element(node: &mut Backward<'_>, vector: &Outlet, place: i32) -> Result<Outlet> {
    let place = int(node, place)?;
    rows(node, vector, &place)
}
