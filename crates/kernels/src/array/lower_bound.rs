//! LowerBound: for each value the place of the first element of its sorted row that is not less than it.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Element, Shape, Tensor, bf16, f16};

use super::elements::room_for;
use crate::{Build, Kernel, dispatch::dispatch, math::output::compute, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("LowerBound", lower_bound)];

fn lower_bound(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.input_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64],
        T => kernel::<T>(node, |element, value| element < value),
        else Err(unsupported(node))
    )
}

/// The number of elements of each row for which it is true that they come before a value.
pub(super) fn kernel<T: Element>(node: &Node, before: fn(&T, &T) -> bool) -> Result<Kernel> {
    let out_type = node.attrs.dtype("out_type")?;
    if !matches!(out_type, DType::Int32 | DType::Int64) {
        return Err(unsupported(node));
    }
    Ok(compute(move |[sorted, values]| {
        let (from, of) = (sorted.shape(), values.shape());
        if from.rank() != 2 || of.rank() != 2 {
            return Err(invalid_argument(format!("sorted input and values must be matrices, got {from} and {of}")));
        }
        if from[0] != of[0] {
            return Err(invalid_argument(format!("Leading dim_size of both tensors must match: {from} and {of}")));
        }
        let (elements, wanted) = (sorted.values::<T>()?, values.values::<T>()?);
        let mut places = room_for(wanted.len())?;
        for row in 0..of[0] {
            let elements = &elements[row * from[1]..(row + 1) * from[1]];
            for value in &wanted[row * of[1]..(row + 1) * of[1]] {
                places.push(elements.partition_point(|element| before(element, value)));
            }
        }
        let shape: Shape = of.clone();
        match out_type {
            DType::Int64 => Tensor::new(shape, places.into_iter().map(|place| place as i64).collect()),
            _ => Tensor::new(shape, places.into_iter().map(|place| place as i32).collect()),
        }
    }))
}
