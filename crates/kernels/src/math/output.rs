//! Inputs taken apart and outputs allocated: the few lines that every kernel begins and ends with.

use regatta_graph::Node;
use regatta_status::{Result, internal, resource_exhausted};
use regatta_tensor::{DType, Element, Shape, Tensor};

use crate::Kernel;

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
