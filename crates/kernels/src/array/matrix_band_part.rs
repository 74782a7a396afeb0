//! MatrixBandPart: the innermost matrices with zeros outside of a band around the diagonal; a negative width is all.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use super::elements::{Unit, by_unit, room_for, single_int};
use crate::{Build, Kernel, math::output::compute};

pub(super) const KERNELS: &[(&str, Build)] = &[("MatrixBandPart", matrix_band_part)];

fn matrix_band_part(_: &Node) -> Result<Kernel> {
    Ok(compute(|[tensor, lower, upper]| {
        let shape = tensor.shape();
        let [.., rows, columns] = shape[..] else {
            return Err(invalid_argument(format!("input must be at least 2-dim, received shape: {shape}")));
        };
        let width = |name: &str, given: &Tensor, size: usize| match single_int(given) {
            Some(width) if given.shape().rank() == 0 => match usize::try_from(width) {
                Err(_) => Ok(usize::MAX),
                Ok(width) if width <= size => Ok(width),
                Ok(width) => Err(invalid_argument(format!(
                    "{name} must be negative or less or equal to the size of the matrix ({size}) got: {width}"
                ))),
            },
            _ => Err(invalid_argument(format!("{name} must be scalar, got shape {}", given.shape()))),
        };
        let (lower, upper) = (width("num_lower", &lower, rows)?, width("num_upper", &upper, columns)?);
        by_unit!(tensor.dtype(), U => band::<U>(&tensor, columns, rows, lower, upper))
    }))
}

fn band<U: Unit>(tensor: &Tensor, columns: usize, rows: usize, lower: usize, upper: usize) -> Result<Tensor> {
    let mut elements = room_for::<U>(tensor.num_elements())?;
    if columns > 0 {
        for (k, row) in U::of(tensor)?.chunks_exact(columns).enumerate() {
            let row_number = k % rows.max(1);
            let begin = row_number.saturating_sub(lower).min(columns);
            let end = row_number.saturating_add(upper).saturating_add(1).clamp(begin, columns);
            elements.resize(elements.len() + begin, U::default());
            elements.extend_from_slice(&row[begin..end]);
            elements.resize(elements.len() + columns - end, U::default());
        }
    }
    U::into_tensor(tensor.dtype(), tensor.shape().clone(), elements)
}
