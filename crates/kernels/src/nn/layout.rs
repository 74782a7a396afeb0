//! Images whose channels come before their rows, brought to the form that kernels compute in and back.

use regatta_status::Result;
use regatta_tensor::{Element, Tensor};

use super::window::Layout;
use crate::array::elements::room_for;

/// The images with their channels last.
pub(super) fn channels_last<T: Element>(images: Tensor, layout: Layout) -> Result<Tensor> {
    match (layout, &images.shape()[..]) {
        (Layout::ChannelsFirst, &[batch, channels, rows, columns]) => {
            let shape = Layout::ChannelsLast.shape([batch, rows, columns, channels])?;
            Tensor::new(shape, swapped(images.values::<T>()?, channels, rows * columns)?)
        }
        _ => Ok(images),
    }
}

/// Images with their channels last, brought to a layout.
pub(super) fn in_layout<T: Element>(images: Tensor, layout: Layout) -> Result<Tensor> {
    match (layout, &images.shape()[..]) {
        (Layout::ChannelsFirst, &[batch, rows, columns, channels]) => {
            let shape = layout.shape([batch, rows, columns, channels])?;
            Tensor::new(shape, swapped(images.values::<T>()?, rows * columns, channels)?)
        }
        _ => Ok(images),
    }
}

/// Matrices of `m` rows and `n` columns, each transposed.
fn swapped<T: Element>(values: &[T], m: usize, n: usize) -> Result<Vec<T>> {
    let mut out = room_for(values.len())?;
    if !values.is_empty() {
        for matrix in values.chunks_exact(m * n) {
            for j in 0..n {
                out.extend(matrix[j..].iter().step_by(n));
            }
        }
    }
    Ok(out)
}
