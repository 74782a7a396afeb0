//! Inputs taken apart and outputs allocated: the few lines that every kernel begins and ends with.

use std::mem::MaybeUninit;

use rayon::prelude::*;
use regatta_graph::Node;
use regatta_status::{Result, internal, resource_exhausted};
use regatta_tensor::{DType, Element, Shape, Tensor};

use crate::Kernel;

/// Tensors of more elements than this are shared out among threads, in pieces of `PIECE`.
pub(crate) const PARALLEL_MIN: usize = 1 << 19;
pub(crate) const PIECE: usize = 1 << 16;

/// The type of a node's first input.
pub(crate) fn input_type(node: &Node) -> DType {
    node.input_types.first().map_or(DType::Variant, |edge| edge.dtype)
}

/// A kernel from a function of as many inputs as it says, with one output.
pub(crate) fn compute<const N: usize>(f: impl Fn([Tensor; N]) -> Result<Tensor> + Send + Sync + 'static) -> Kernel {
    Kernel::Compute(Box::new(move |inputs| Ok(vec![f(take(inputs)?)?])))
}

/// Exactly `N` inputs. The graph has checked their number, so another one is a mistake of the caller's.
pub(crate) fn take<const N: usize>(inputs: Vec<Tensor>) -> Result<[Tensor; N]> {
    inputs.try_into().map_err(|inputs: Vec<Tensor>| internal(format!("kernel takes {N} inputs, got {}", inputs.len())))
}

/// Room for the elements of a shape that a peer may have chosen: too much is an error and not the end of the process.
pub(crate) fn allocate<T: Element>(shape: &Shape) -> Result<Vec<T>> {
    room(shape, T::DTYPE)
}

/// As `allocate`, for what stands for elements of a type.
pub(crate) fn room<T>(shape: &Shape, dtype: DType) -> Result<Vec<T>> {
    let mut room = Vec::new();
    match room.try_reserve_exact(shape.num_elements()) {
        Ok(()) => Ok(room),
        Err(_) => Err(resource_exhausted(format!(
            "OOM when allocating tensor with shape{shape} and type {dtype} on CPU by allocator cpu"
        ))),
    }
}

/// As many copies of a value as a shape has elements.
pub(crate) fn copies<T: Element>(shape: &Shape, value: T) -> Result<Vec<T>> {
    let mut out = allocate(shape)?;
    out.resize(shape.num_elements(), value);
    Ok(out)
}

/// Elements for a shape, made by whoever writes them into fresh memory.
///
/// # Safety
/// `write` writes every element that it is given.
pub(crate) unsafe fn written<T: Element>(shape: &Shape, write: impl FnOnce(&mut [MaybeUninit<T>])) -> Result<Vec<T>> {
    let mut out = allocate::<T>(shape)?;
    let count = shape.num_elements();
    write(&mut out.spare_capacity_mut()[..count]);
    // SAFETY: there is room for `count` elements, and the caller has written them all.
    unsafe { out.set_len(count) };
    Ok(out)
}

/// Calls `f` on the whole, or on several threads on its pieces if it is large, with the place where each begins. A piece
/// is a multiple of `unit` long.
///
/// `f` is not a type of its own: threads are shared out by the same code for all ops.
pub(crate) fn in_pieces<T: Send>(values: &mut [T], unit: usize, f: &(dyn Fn(usize, &mut [T]) + Sync)) {
    if values.len() < PARALLEL_MIN {
        return f(0, values);
    }
    share_out(values, (PIECE / unit.max(1)).max(1) * unit.max(1), f);
}

/// Calls `f` on several threads on pieces of a length, with the place where each begins.
pub(crate) fn share_out<T: Send>(values: &mut [T], length: usize, f: &(dyn Fn(usize, &mut [T]) + Sync)) {
    let on_piece = |(k, piece): (usize, &mut [T])| f(k * length, piece);
    // One other thread does it no sooner than this one.
    match rayon::current_num_threads() {
        1 => values.chunks_mut(length).enumerate().for_each(on_piece),
        _ => values.par_chunks_mut(length).enumerate().for_each(on_piece),
    }
}
