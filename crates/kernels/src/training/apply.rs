//! What every optimizer's update does: check that variables and values fit, then change them.
//!
//! An optimizer is a rule for one element: the element of the variable and those of its slots, and the gradient there, give
//! what stands there afterwards. The rule is made anew for every call, from the scalars that the op takes. It is the same
//! for the op that changes the whole variable, for the one that changes the rows that `indices` name (one after the other,
//! so that a row which is named twice is changed twice), and for their twins that take resource handles.
//!
//! Nothing is changed before everything has been checked.

use regatta_graph::Node;
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{Element, Tensor};

use super::{
    number::Cell,
    pass::{Pass, walk},
};
use crate::{
    Kernel,
    array::elements::{ints, room_for},
};

/// The kernel of an optimizer with `V` variables (the slots among them) and `N` scalars, in the order of the op's inputs.
pub(super) fn optimizer<T, const V: usize, const N: usize, R>(
    node: &Node,
    rule: impl Fn([T::Wide; N]) -> Result<R> + Send + Sync + 'static,
) -> Result<Kernel>
where
    T: Cell,
    R: Fn([T::Wide; V], T::Wide) -> [T::Wide; V] + Sync,
    for<'a> [&'a mut [T]; V]: Pass<T, V>,
{
    let names: Vec<&'static str> = node.op.inputs.iter().map(|input| input.name).collect();
    Ok(Kernel::Update(Box::new(move |variables, values| {
        let (slots, others) = names.split_at(variables.len().min(names.len()));
        let var = variables.first().ok_or_else(|| internal("an optimizer without a variable"))?;
        for (slot, name) in variables.iter().zip(slots) {
            same_shape(var, slot, name)?;
        }
        let mut scalars = Vec::with_capacity(N);
        let (mut grad, mut indices) = (None, None);
        for (value, &name) in values.iter().zip(others) {
            match name {
                "grad" | "delta" => grad = Some((value, name)),
                "indices" => indices = Some(value),
                "global_step" => scalars.push(T::whole(scalar::<i64>(value, name)?)),
                _ => scalars.push(scalar::<T>(value, name)?.wide()),
            }
        }
        let (grad, name) = grad.ok_or_else(|| internal("an optimizer without a gradient"))?;
        let rows = match indices {
            Some(indices) => Some(rows_of(var, grad, indices)?),
            None => same_shape(var, grad, name).map(|()| None)?,
        };
        let wrong = || internal(format!("the optimizer has {V} variables and {N} scalars, the op others"));
        let rule = rule(scalars.try_into().map_err(|_| wrong())?)?;
        let elements: Result<Vec<&mut [T]>> = variables.iter_mut().map(|variable| variable.make_mut::<T>()).collect();
        let mut elements: [&mut [T]; V] = elements?.try_into().map_err(|_| wrong())?;
        let grad = grad.values::<T>()?;
        let Some(rows) = rows else {
            walk(elements, grad, &rule);
            return Ok(());
        };
        if let Some(width) = grad.len().checked_div(rows.len()).filter(|width| *width > 0) {
            for (row, grad) in rows.into_iter().zip(grad.chunks_exact(width)) {
                let row = elements.each_mut().map(|all| &mut all[row * width..][..width]);
                row.pass(grad, &rule);
            }
        }
        Ok(())
    })))
}

/// Refuses a tensor whose shape is not the variable's.
fn same_shape(var: &Tensor, other: &Tensor, name: &str) -> Result<()> {
    if var.shape() == other.shape() {
        return Ok(());
    }
    Err(invalid_argument(format!("var and {name} do not have the same shape{} {}", var.shape(), other.shape())))
}

/// The value of a scalar.
fn scalar<T: Element>(tensor: &Tensor, name: &str) -> Result<T> {
    match tensor.values::<T>()? {
        [value] if tensor.shape().rank() == 0 => Ok(*value),
        _ => Err(invalid_argument(format!("{name} is not a scalar: {}", tensor.shape()))),
    }
}

/// The rows of the variable that the indices name, one for each row of the gradient; all of them exist.
fn rows_of(var: &Tensor, grad: &Tensor, indices: &Tensor) -> Result<Vec<usize>> {
    let (sizes, given) = (var.shape(), grad.shape());
    if sizes.rank() == 0 {
        return Err(invalid_argument("var must be at least 1 dimensional"));
    }
    if indices.shape().rank() != 1 {
        return Err(invalid_argument("indices must be one-dimensional"));
    }
    if sizes.rank() != given.rank() || sizes[1..] != given[1..] {
        return Err(invalid_argument(format!(
            "var and grad must match in all but the first dimension: {sizes} {given}"
        )));
    }
    if given[0] != indices.num_elements() {
        return Err(invalid_argument("grad must be the same size as indices in the first dimension."));
    }
    let mut rows = room_for(given[0])?;
    for (k, index) in ints(indices)?.into_iter().enumerate() {
        match usize::try_from(index).ok().filter(|&row| row < sizes[0]) {
            Some(row) => rows.push(row),
            None => return Err(invalid_argument(format!("Index {index} at offset {k} in indices is out of range"))),
        }
    }
    Ok(rows)
}

/// Refuses a scalar that is not what the optimizer can work with: `lr is not a positive scalar`.
pub(super) fn require(holds: bool, name: &str, what: &str) -> Result<()> {
    if holds { Ok(()) } else { Err(invalid_argument(format!("{name} is not a {what} scalar"))) }
}
