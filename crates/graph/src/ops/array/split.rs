//! `Split`, `SplitV`: a tensor cut along an axis.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    grads::by_input,
    known::{axis_of, constant_int, constant_ints, input, input_of_rank},
};
use crate::{
    builder::Outlet,
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "Split(split_dim:int32, value:T) -> (output:num_split*T) {num_split:int, T:type}",
        "A tensor cut along an axis into parts of one size.",
    )
    .shape(split)
    .gradient(gradient),
    op(
        "SplitV(value:T, size_splits:Tlen, split_dim:int32) -> (output:num_split*T) {num_split:int, T:type, Tlen:type=int64}",
        "A tensor cut along an axis into parts of given sizes, of which one may be -1 and is what remains.",
    )
    .shape(split_v)
    .gradient(gradient_v),
];

/// The shape of the value with one axis divided evenly.
fn split(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    input_of_rank(query, 0, 0)?;
    let outputs = query.node.output_types.len();
    let shape = input(query, 1);
    let Some(sizes) = shape.sizes() else { return Ok(vec![shape; outputs]) };
    let Some(axis) = constant_int(query, 0) else { return Ok(vec![PartialShape::of_rank(sizes.len()); outputs]) };
    let axis = axis_of(axis, sizes.len())?;
    let mut sizes = sizes.to_vec();
    if let Some(size) = sizes[axis] {
        if outputs == 0 || !size.is_multiple_of(outputs) {
            return Err(invalid_argument(format!(
                "Dimension size must be evenly divisible by {outputs} but is {size}"
            )));
        }
        sizes[axis] = Some(size / outputs);
    }
    Ok(vec![PartialShape::new(sizes); outputs])
}

/// The shape of the value with one axis divided as the sizes say.
fn split_v(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let outputs = query.node.output_types.len();
    let shape = input(query, 0);
    let Some(sizes) = shape.sizes() else { return Ok(vec![shape; outputs]) };
    let axis = constant_int(query, 2);
    if outputs == 1 {
        if let Some(axis) = axis {
            axis_of(axis, sizes.len())?;
        }
        return Ok(vec![shape]);
    }
    let Some(axis) = axis else { return Ok(vec![PartialShape::of_rank(sizes.len()); outputs]) };
    let axis = axis_of(axis, sizes.len())?;
    let parts = constant_ints(query, 1).filter(|parts| parts.len() == outputs);
    let mut result = vec![sizes.to_vec(); outputs];
    let known: usize =
        parts.iter().flatten().filter_map(|&part| usize::try_from(part).ok()).fold(0, usize::saturating_add);
    for (k, sizes) in result.iter_mut().enumerate() {
        let total = sizes[axis];
        sizes[axis] = match parts.as_ref().map(|parts| parts[k]) {
            Some(-1) => match total {
                Some(total) => Some(total.checked_sub(known).ok_or_else(|| too_much(known, total))?),
                None => None,
            },
            Some(part) => Some(usize::try_from(part).map_err(|_| invalid_argument("a split's size is negative"))?),
            None => None,
        };
    }
    if let (Some(parts), Some(total)) = (&parts, sizes[axis])
        && !parts.contains(&-1)
        && known != total
    {
        return Err(too_much(known, total));
    }
    Ok(result.into_iter().map(PartialShape::new).collect())
}

fn too_much(known: usize, total: usize) -> regatta_status::Status {
    invalid_argument(format!("can't split axis of size {total} into pieces of size {known} together"))
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let axis = node.input(0)?;
    let dx = joined(node, &axis)?;
    Ok(by_input(node, 1, Some(dx.into())))
}

fn gradient_v(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let axis = node.input(2)?;
    let dx = joined(node, &axis)?;
    Ok(by_input(node, 0, Some(dx.into())))
}

/// The gradients of the parts, joined.
fn joined(node: &mut Backward<'_>, axis: &Outlet) -> Result<Outlet> {
    let count = node.output(0)?.num_outputs();
    let parts = (0..count).map(|k| node.grad(k)).collect::<Result<Vec<_>>>()?;
    match parts.as_slice() {
        [whole] => Ok(whole.clone()),
        parts => node.op("ConcatV2").inputs(parts).input(axis).finish(),
    }
}
