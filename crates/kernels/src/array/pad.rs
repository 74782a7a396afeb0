//! Pad and PadV2: the input surrounded by `paddings[i] = [before, after]` elements along each axis, zeros or a given value.

use regatta_graph::Node;
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::elements::{Unit, by_unit, copies, ints, product};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Pad", pad), ("PadV2", pad)];

fn pad(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let (tensor, paddings, value) = match inputs.as_slice() {
            [tensor, paddings] => (tensor, paddings, None),
            [tensor, paddings, value] => (tensor, paddings, Some(value)),
            _ => return Err(internal("Pad has a wrong number of inputs")),
        };
        if let Some(value) = value.filter(|value| value.shape().rank() != 0) {
            return Err(invalid_argument(format!("constant_values must be a scalar. Found: {}", value.shape())));
        }
        let (before, shape) = padded_shape(tensor, paddings)?;
        Ok(vec![by_unit!(dtype, U => surround::<U>(tensor, value, &before, shape))?])
    })))
}

/// How many elements come before the input along each axis, and the shape of the result.
fn padded_shape(tensor: &Tensor, paddings: &Tensor) -> Result<(Vec<usize>, Shape)> {
    let (have, given) = (tensor.shape(), paddings.shape());
    if given.rank() != 2 || given[1] != 2 {
        return Err(invalid_argument(format!("paddings must be a matrix with 2 columns: {given}")));
    }
    if given[0] != have.rank() {
        return Err(invalid_argument(format!(
            "The first dimension of paddings must be the rank of inputs{given} {have}"
        )));
    }
    let (mut starts, mut sizes) = (Vec::with_capacity(have.rank()), Vec::with_capacity(have.rank()));
    for (&size, pad) in have.iter().zip(ints(paddings)?.chunks_exact(2)) {
        let Some((before, after)) = usize::try_from(pad[0]).ok().zip(usize::try_from(pad[1]).ok()) else {
            return Err(invalid_argument(format!("Paddings must be non-negative: {} {}", pad[0], pad[1])));
        };
        let size = size.checked_add(before).and_then(|size| size.checked_add(after));
        sizes.push(size.ok_or_else(|| invalid_argument("a padded size overflows"))?);
        starts.push(before);
    }
    Ok((starts, Shape::new(&sizes)?))
}

fn surround<U: Unit>(tensor: &Tensor, value: Option<&Tensor>, before: &[usize], shape: Shape) -> Result<Tensor> {
    let around = match value {
        Some(value) => U::of(value)?[0].clone(),
        None => U::default(),
    };
    let mut elements = copies(around, shape.num_elements())?;
    if tensor.num_elements() > 0 {
        place::<U>(U::of(tensor)?, tensor.shape(), &mut elements, &shape, before);
    }
    U::into_tensor(tensor.dtype(), shape, elements)
}

/// Puts a block into a larger one, row by row.
fn place<U: Unit>(source: &[U], from: &[usize], target: &mut [U], to: &[usize], before: &[usize]) {
    match (from, to, before) {
        ([], [], []) => target.clone_from_slice(source),
        ([size], [_], [start]) => target[*start..start + size].clone_from_slice(source),
        ([size, from @ ..], [_, to @ ..], [start, before @ ..]) => {
            let (small, large) = (product(from), product(to));
            for i in 0..*size {
                let row = &mut target[(start + i) * large..(start + i + 1) * large];
                place(&source[i * small..(i + 1) * small], from, row, to, before);
            }
        }
        _ => {}
    }
}
