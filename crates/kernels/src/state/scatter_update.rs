//! ScatterUpdate: `ref[index] = update`, one index after the other.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, DType, Tensor, bf16, f16};

use super::{
    scatter::{Rows, scatter, updates_type},
    update,
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("ScatterUpdate", scatter_update), ("ResourceScatterUpdate", scatter_update)];

fn scatter_update(node: &Node) -> Result<Kernel> {
    if updates_type(node) == DType::String {
        return Ok(update(|var, [indices, updates]| strings(var, &indices, &updates)));
    }
    dispatch!(
        updates_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, bool, Complex<f32>, Complex<f64>],
        T => scatter::<T>(node, |element, update| *element = update),
        else Err(unsupported(node))
    )
}

fn strings(var: &mut Tensor, indices: &Tensor, updates: &Tensor) -> Result<()> {
    let Rows { places, width } = Rows::of(var, indices, updates)?;
    let (is_scalar, updates) = (updates.shape().rank() == 0, updates.as_strings()?);
    let mut elements = var.as_strings()?.to_vec();
    for (k, place) in places.into_iter().enumerate() {
        let row = &mut elements[place * width..][..width];
        match updates {
            [value] if is_scalar => row.fill(value.clone()),
            _ => row.clone_from_slice(&updates[k * width..][..width]),
        }
    }
    *var = Tensor::strings(var.shape().clone(), elements)?;
    Ok(())
}
