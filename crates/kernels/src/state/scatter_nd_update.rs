//! ScatterNdUpdate: `ref[index..] = update`, one row of indices after the other.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, DType, Tensor, bf16, f16};

use super::{
    scatter_nd::{Parts, ignores_bad_indices, parts_for, scatter_nd, updates_type},
    update,
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("ScatterNdUpdate", scatter_nd_update), ("ResourceScatterNdUpdate", scatter_nd_update)];

fn scatter_nd_update(node: &Node) -> Result<Kernel> {
    if updates_type(node) == DType::String {
        let ignored = ignores_bad_indices(node)?;
        return Ok(update(move |var, [indices, updates]| strings(var, &indices, &updates, ignored)));
    }
    dispatch!(
        updates_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, bool, Complex<f32>, Complex<f64>],
        T => scatter_nd::<T>(node, |element, update| *element = update),
        else Err(unsupported(node))
    )
}

fn strings(var: &mut Tensor, indices: &Tensor, updates: &Tensor, ignored: bool) -> Result<()> {
    let Parts { starts, width, .. } = parts_for(var, indices, updates, ignored)?;
    let updates = updates.as_strings()?;
    let mut elements = var.as_strings()?.to_vec();
    for (k, start) in starts.into_iter().enumerate() {
        let Some(start) = start else { continue };
        elements[start..][..width].clone_from_slice(&updates[k * width..][..width]);
    }
    *var = Tensor::strings(var.shape().clone(), elements)?;
    Ok(())
}
