//! `Einsum`: products of tensors summed as an equation of letters says.
//!
//! Each input is first brought into an order that a product of matrices can take: dimensions that both inputs and the output
//! have come first, then those of its own, then those that are summed over; what only this input has is summed at once.

use std::collections::HashMap;

use regatta_graph::{
    AttrsExt, Node,
    ops::einsum::{Equation, Label},
};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, Shape, Tensor, bf16, f16};

use super::{
    batch_mat_mul::{Conjugate, products},
    broadcast::broadcast_shape,
    mat_mul::Multiply,
    number::Number,
    output::{allocate, copies, input_type},
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Einsum", einsum)];

fn einsum(node: &Node) -> Result<Kernel> {
    let equation = Equation::parse(node.attrs.str("equation")?.as_bytes(), node.input_types.len())?;
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16, i32, i64, Complex<f32>, Complex<f64>],
        T => Ok(Kernel::Compute(Box::new(move |inputs| Ok(vec![evaluate::<T>(&equation, &inputs)?])))),
        else Err(unsupported(node))
    )
}

fn evaluate<T: Multiply + Conjugate>(equation: &Equation, inputs: &[Tensor]) -> Result<Tensor> {
    let ranks: Vec<usize> = inputs.iter().map(|input| input.shape().rank()).collect();
    let (labels, output) = equation.labels(&ranks)?;
    let sizes = sizes_of(&labels, inputs)?;
    let mut wanted: Vec<Label> = Vec::new();
    output.iter().for_each(|label| {
        if !wanted.contains(label) {
            wanted.push(*label)
        }
    });
    let (result, order) = match (inputs, labels.as_slice()) {
        ([x, y], [of_x, of_y]) => {
            let batch: Vec<Label> = wanted.iter().copied().filter(|label| is_batch(label, of_x, of_y)).collect();
            let own = |mine: &[Label]| -> Vec<Label> {
                wanted.iter().copied().filter(|label| mine.contains(label) && !batch.contains(label)).collect()
            };
            let (own_x, own_y) = (own(of_x), own(of_y));
            let mut summed: Vec<Label> =
                of_x.iter().copied().filter(|l| of_y.contains(l) && !wanted.contains(l)).collect();
            summed.sort();
            summed.dedup();
            let x = matrices::<T>(x, of_x, &batch, &own_x, &summed)?;
            let y = matrices::<T>(y, of_y, &batch, &summed, &own_y)?;
            (products::<T>(&x, &y, (false, false))?, [batch, own_x, own_y].concat())
        }
        ([x], [of_x]) => (gathered::<T>(x, of_x, &wanted)?, wanted.clone()),
        _ => return Err(invalid_argument(format!("Einsum takes one or two inputs, not {}", inputs.len()))),
    };
    let shape: Vec<usize> = order.iter().map(|label| sizes.get(label).copied().unwrap_or(1)).collect();
    let result = gathered::<T>(&result.reshaped(Shape::new(&shape)?)?, &order, &wanted)?;
    if wanted.len() == output.len() { Ok(result) } else { on_diagonal::<T>(&result, &wanted, &output) }
}

/// Whether a label of the output numbers the products: both inputs have it, or may be repeated along it.
fn is_batch(label: &Label, of_x: &[Label], of_y: &[Label]) -> bool {
    matches!(label, Label::Dots(_)) || (of_x.contains(label) && of_y.contains(label))
}

/// How many each label counts. The same letter has the same size everywhere; dots broadcast.
fn sizes_of(labels: &[Vec<Label>], inputs: &[Tensor]) -> Result<HashMap<Label, usize>> {
    let mut sizes: HashMap<Label, usize> = HashMap::new();
    for (labels, input) in labels.iter().zip(inputs) {
        for (label, &size) in labels.iter().zip(input.shape().iter()) {
            let known = *sizes.get(label).unwrap_or(&size);
            let merged = match label {
                Label::Letter(letter) if known != size => {
                    return Err(invalid_argument(format!(
                        "Expected dimension {known} for label {} but got dimension {size}",
                        char::from(*letter)
                    )));
                }
                Label::Letter(_) => size,
                Label::Dots(_) => broadcast_shape(&Shape::new(&[known])?, &Shape::new(&[size])?)?[0],
            };
            sizes.insert(*label, merged);
        }
    }
    Ok(sizes)
}

/// An input as one matrix for each place of the batch: `[batch.., rows, columns]`.
fn matrices<T: Number>(
    x: &Tensor,
    labels: &[Label],
    batch: &[Label],
    rows: &[Label],
    columns: &[Label],
) -> Result<Tensor> {
    let own = |part: &[Label]| -> Vec<Label> { part.iter().copied().filter(|label| labels.contains(label)).collect() };
    let ordered = gathered::<T>(x, labels, &[own(batch), own(rows), own(columns)].concat())?;
    let size = |label: &Label| labels.iter().position(|own| own == label).map_or(1, |k| x.shape()[k]);
    let count = |part: &[Label]| part.iter().map(size).product::<usize>();
    let mut sizes: Vec<usize> = batch.iter().map(size).collect();
    sizes.extend([count(rows), count(columns)]);
    ordered.reshaped(Shape::new(&sizes)?)
}

/// One dimension of a walk: how many, and how far apart they lie.
struct Step {
    size: usize,
    stride: usize,
}

/// The dimensions of a label: one that comes twice is walked along the diagonal.
fn step(shape: &Shape, labels: &[Label], wanted: &Label) -> Step {
    let mut step = Step { size: 1, stride: 0 };
    let mut stride = 1;
    for (label, size) in labels.iter().zip(shape.iter()).rev() {
        if label == wanted {
            step = Step { size: *size, stride: step.stride + stride };
        }
        stride *= size;
    }
    step
}

/// The dimensions in another order; labels that it does not name are summed over.
fn gathered<T: Number>(x: &Tensor, labels: &[Label], order: &[Label]) -> Result<Tensor> {
    if labels == order {
        return Ok(x.clone());
    }
    let steps: Vec<Step> = order.iter().map(|label| step(x.shape(), labels, label)).collect();
    let mut left: Vec<Label> = labels.iter().copied().filter(|label| !order.contains(label)).collect();
    left.sort();
    left.dedup();
    let sums: Vec<Step> = left.iter().map(|label| step(x.shape(), labels, label)).collect();
    let shape = Shape::new(&steps.iter().map(|step| step.size).collect::<Vec<_>>())?;
    let mut out = allocate::<T>(&shape)?;
    let values = x.values::<T>()?;
    for_each(&steps, |place| {
        if sums.is_empty() {
            out.push(values[place]);
            return;
        }
        let mut sum = T::ZERO;
        for_each(&sums, |offset| sum = sum.add(values[place + offset]));
        out.push(sum);
    });
    Tensor::new(shape, out)
}

/// A larger tensor that has the elements where labels that come twice agree, and zeros elsewhere.
fn on_diagonal<T: Number>(x: &Tensor, labels: &[Label], output: &[Label]) -> Result<Tensor> {
    let size = |label: &Label| labels.iter().position(|own| own == label).map_or(1, |k| x.shape()[k]);
    let shape = Shape::new(&output.iter().map(size).collect::<Vec<_>>())?;
    let mut out = copies(&shape, T::ZERO)?;
    let steps: Vec<Step> = labels.iter().map(|label| step(&shape, output, label)).collect();
    let mut values = x.values::<T>()?.iter();
    for_each(&steps, |place| {
        if let Some(value) = values.next() {
            out[place] = *value;
        }
    });
    Tensor::new(shape, out)
}

/// Calls `visit` with the place of every index, the last dimension first.
fn for_each(steps: &[Step], mut visit: impl FnMut(usize)) {
    let total: usize = steps.iter().map(|step| step.size).product();
    let mut index = vec![0; steps.len()];
    let mut place = 0;
    for _ in 0..total {
        visit(place);
        for (index, step) in index.iter_mut().zip(steps).rev() {
            *index += 1;
            if *index < step.size {
                place += step.stride;
                break;
            }
            place -= step.stride * (step.size - 1);
            *index = 0;
        }
    }
}
