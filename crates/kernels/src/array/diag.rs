//! Diag: zeros of twice the rank, with the input where both halves of an index are the same.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use super::elements::{Unit, by_unit, copies};
use crate::{Build, Kernel, math::output::compute, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Diag", diag)];

/// The types that TensorFlow has kernels for.
pub(super) fn is_supported(dtype: DType) -> bool {
    matches!(
        dtype,
        DType::Float | DType::Double | DType::Half | DType::Int32 | DType::Int64 | DType::Complex64 | DType::Complex128
    )
}

fn diag(node: &Node) -> Result<Kernel> {
    if !is_supported(node.output_types[0].dtype) {
        return Err(unsupported(node));
    }
    Ok(compute(|[diagonal]| {
        let sizes = diagonal.shape();
        if sizes.rank() == 0 {
            return Err(invalid_argument("Input must be at least rank 1, got 0"));
        }
        let shape = Shape::new(&[&sizes[..], &sizes[..]].concat())?;
        by_unit!(diagonal.dtype(), U => spread::<U>(&diagonal, shape))
    }))
}

fn spread<U: Unit>(diagonal: &Tensor, shape: Shape) -> Result<Tensor> {
    let source = U::of(diagonal)?;
    let mut elements = copies(U::default(), shape.num_elements())?;
    for (k, value) in source.iter().enumerate() {
        elements[k * source.len() + k] = value.clone();
    }
    U::into_tensor(diagonal.dtype(), shape, elements)
}
