//! What every optimizer's update does: check that variables and values fit, then walk over them together.
//!
//! Nothing is changed before everything has been checked. Large variables are walked over by several threads.

use rayon::prelude::*;
use regatta_status::{Result, Status, internal, invalid_argument};
use regatta_tensor::{Element, Tensor};

use crate::Kernel;

/// Variables of more elements than this are shared out among threads, in pieces of `PIECE`.
const PARALLEL_MIN: usize = 1 << 20;
const PIECE: usize = 1 << 16;

/// A kernel that changes `V` variables by `N` other inputs.
pub(super) fn update<const V: usize, const N: usize>(
    f: impl Fn([&mut Tensor; V], [Tensor; N]) -> Result<()> + Send + Sync + 'static,
) -> Kernel {
    Kernel::Update(Box::new(move |variables, values| {
        let (given, others) = (variables.len(), values.len());
        let wrong = || internal(format!("update takes {V} variables and {N} values, got {given} and {others}"));
        let variables: &mut [&mut Tensor; V] = variables.try_into().map_err(|_| wrong())?;
        f(variables.each_mut().map(|variable| &mut **variable), values.try_into().map_err(|_| wrong())?)
    }))
}

/// Refuses a tensor whose shape is not the variable's.
pub(super) fn same_shape(var: &Tensor, other: &Tensor, name: &str) -> Result<()> {
    if var.shape() == other.shape() {
        return Ok(());
    }
    Err(invalid_argument(format!("var and {name} do not have the same shape{} {}", var.shape(), other.shape())))
}

/// The value of a scalar.
pub(super) fn scalar<T: Element>(tensor: &Tensor, name: &str) -> Result<T> {
    match tensor.values::<T>()? {
        [value] if tensor.shape().rank() == 0 => Ok(*value),
        _ => Err(not_scalar(tensor, name)),
    }
}

fn not_scalar(tensor: &Tensor, name: &str) -> Status {
    invalid_argument(format!("{name} is not a scalar: {}", tensor.shape()))
}

/// Calls `f` on a variable and a value of the same length, in pieces if they are large.
pub(super) fn walk1<T: Element>(var: &mut [T], value: &[T], f: impl Fn(&mut [T], &[T]) + Send + Sync) {
    if var.len() < PARALLEL_MIN {
        return f(var, value);
    }
    var.par_chunks_mut(PIECE).zip(value.par_chunks(PIECE)).for_each(|(var, value)| f(var, value));
}

/// As `walk1`, with one slot.
pub(super) fn walk2<T: Element>(
    var: &mut [T],
    slot: &mut [T],
    value: &[T],
    f: impl Fn(&mut [T], &mut [T], &[T]) + Send + Sync,
) {
    if var.len() < PARALLEL_MIN {
        return f(var, slot, value);
    }
    let slots = var.par_chunks_mut(PIECE).zip(slot.par_chunks_mut(PIECE));
    slots.zip(value.par_chunks(PIECE)).for_each(|((var, slot), value)| f(var, slot, value));
}

/// As `walk1`, with two slots.
pub(super) fn walk3<T: Element>(
    var: &mut [T],
    first: &mut [T],
    second: &mut [T],
    value: &[T],
    f: impl Fn(&mut [T], &mut [T], &mut [T], &[T]) + Send + Sync,
) {
    if var.len() < PARALLEL_MIN {
        return f(var, first, second, value);
    }
    let slots = first.par_chunks_mut(PIECE).zip(second.par_chunks_mut(PIECE));
    let all = var.par_chunks_mut(PIECE).zip(slots).zip(value.par_chunks(PIECE));
    all.for_each(|((var, (first, second)), value)| f(var, first, second, value));
}
