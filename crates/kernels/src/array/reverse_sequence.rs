//! ReverseSequence: for each entry of a batch, so many of the first elements along an axis back to front.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor};

use super::elements::{Unit, by_unit, ints, product, room_for};
use crate::{Build, Kernel, math::output::compute, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ReverseSequence", reverse_sequence)];

fn reverse_sequence(node: &Node) -> Result<Kernel> {
    let (seq, batch) = (node.attrs.int("seq_dim")?, node.attrs.int("batch_dim")?);
    if !matches!(node.input_types[1].dtype, DType::Int32 | DType::Int64) {
        return Err(unsupported(node));
    }
    Ok(compute(move |[input, lengths]| {
        let rank = input.shape().rank();
        let axis = |name: &str, axis: i64| {
            let fits = usize::try_from(axis).ok().filter(|&axis| axis < rank);
            fits.ok_or_else(|| invalid_argument(format!("{name} must be < input rank: {axis} vs. {rank}")))
        };
        if lengths.shape().rank() != 1 {
            return Err(invalid_argument(format!("seq_lengths must be 1-dim, not {}", lengths.shape().rank())));
        }
        if seq == batch {
            return Err(invalid_argument(format!("batch_dim == seq_dim == {seq}")));
        }
        let (seq, batch) = (axis("seq_dim", seq)?, axis("batch_dim", batch)?);
        if lengths.num_elements() != input.shape()[batch] {
            return Err(invalid_argument(format!(
                "Length of seq_lengths != input.dims({batch}): ({} vs. {})",
                lengths.num_elements(),
                input.shape()[batch]
            )));
        }
        let length = |(k, length): (usize, i64)| {
            let fits = usize::try_from(length).ok().filter(|&length| length <= input.shape()[seq]);
            fits.ok_or_else(|| {
                invalid_argument(format!("seq_lens({k}) = {length} is not in [0, {}]", input.shape()[seq]))
            })
        };
        let lengths = ints(&lengths)?.into_iter().enumerate().map(length).collect::<Result<Vec<_>>>()?;
        by_unit!(input.dtype(), U => reversed::<U>(&input, seq, batch, &lengths))
    }))
}

/// Seen as `[.., size, .., size, ..]` with the two axes in either order.
fn reversed<U: Unit>(input: &Tensor, seq: usize, batch: usize, lengths: &[usize]) -> Result<Tensor> {
    let (shape, (low, high)) = (input.shape(), (seq.min(batch), seq.max(batch)));
    let (between, inner) = (product(&shape[low + 1..high]), product(&shape[high + 1..]));
    let (source, mut elements) = (U::of(input)?, room_for::<U>(input.num_elements())?);
    if input.num_elements() > 0 {
        for outer in 0..product(&shape[..low]) {
            for first in 0..shape[low] {
                for middle in 0..between {
                    for second in 0..shape[high] {
                        let (place, length) =
                            if seq < batch { (first, lengths[second]) } else { (second, lengths[first]) };
                        let from = if place < length { length - 1 - place } else { place };
                        let (first, second) = if seq < batch { (from, second) } else { (first, from) };
                        let row = ((outer * shape[low] + first) * between + middle) * shape[high] + second;
                        elements.extend_from_slice(&source[row * inner..(row + 1) * inner]);
                    }
                }
            }
        }
    }
    U::into_tensor(input.dtype(), shape.clone(), elements)
}
