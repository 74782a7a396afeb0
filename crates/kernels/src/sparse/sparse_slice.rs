//! SparseSlice: the values of a sparse tensor that lie in a box. SparseSliceGrad: its gradient by all values.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, Tensor, bf16, f16};

use super::coordinates::{Coordinates, matrix, picked};
use crate::{
    Build, Kernel,
    array::elements::{copies, ints, take},
    dispatch::dispatch,
    math::{number::Number, output::compute},
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("SparseSlice", sparse_slice), ("SparseSliceGrad", sparse_slice_grad)];

fn sparse_slice(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [indices, values, shape, start, size] = take(inputs)?;
        let coordinates = Coordinates::new(&indices, &values, &shape)?;
        let rank = coordinates.sizes.len();
        for (name, given) in [("start", &start), ("size", &size)] {
            if given.shape().rank() != 1 || given.num_elements() != rank {
                return Err(invalid_argument(format!(
                    "Input {name} should be a vector of {rank} elements but received shape {}",
                    given.shape()
                )));
            }
        }
        let (start, size) = (ints(&start)?, ints(&size)?);
        let mut sizes = Vec::with_capacity(rank);
        for k in 0..rank {
            if start[k] < 0 || size[k] < 0 {
                return Err(invalid_argument(format!(
                    "a slice's start and size must be >= 0, got {} and {}",
                    start[k], size[k]
                )));
            }
            // What lies beyond the end is not there.
            let left = coordinates.sizes[k].saturating_sub(start[k]).max(0);
            sizes.push(size[k].min(left));
        }
        let is_inside = |row: &[i64]| (0..rank).all(|k| row[k] >= start[k] && row[k] - start[k] < size[k]);
        let inside: Vec<usize> = (0..coordinates.count).filter(|&k| is_inside(coordinates.of(k))).collect();
        let numbers = inside.iter().flat_map(|&k| coordinates.of(k).iter().zip(&start).map(|(at, start)| at - start));
        Ok(vec![matrix(numbers.collect(), rank, inside.len())?, picked(&values, &inside)?, Tensor::vector(sizes)])
    })))
}

fn sparse_slice_grad(node: &Node) -> Result<Kernel> {
    let run: fn(&Tensor, &Tensor, &[i64], &Tensor) -> Result<Tensor> = dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => gradient::<T>,
        else return Err(unsupported(node))
    );
    Ok(compute(move |[grad, indices, start, taken]| {
        if indices.shape().rank() != 2 || taken.shape().rank() != 2 || indices.shape()[1] != taken.shape()[1] {
            return Err(invalid_argument("the indices of input and output must be matrices of as many columns"));
        }
        if start.shape().rank() != 1 || start.num_elements() != indices.shape()[1] {
            return Err(invalid_argument(
                "The input_start should be a vector with a number for each column of the indices",
            ));
        }
        if grad.shape().rank() != 1 || grad.num_elements() != taken.shape()[0] {
            return Err(invalid_argument("the gradient must have as many elements as the output has indices"));
        }
        run(&grad, &indices, &ints(&start)?, &taken)
    }))
}

/// Both lists are in the same order, so that one walk finds what was taken.
fn gradient<T: Number>(grad: &Tensor, indices: &Tensor, start: &[i64], taken: &Tensor) -> Result<Tensor> {
    let (grad, count, rank) = (grad.values::<T>()?, indices.shape()[0], start.len());
    let (all, taken) = (ints(indices)?, ints(taken)?);
    let mut values = copies(T::ZERO, count)?;
    let mut next = 0;
    for (k, value) in values.iter_mut().enumerate() {
        let Some(gradient) = grad.get(next) else { break };
        let (place, wanted) = (&all[k * rank..(k + 1) * rank], &taken[next * rank..(next + 1) * rank]);
        if place.iter().zip(wanted).zip(start).all(|((at, wanted), start)| *at == wanted.wrapping_add(*start)) {
            *value = *gradient;
            next += 1;
        }
    }
    if next < grad.len() {
        return Err(invalid_argument("Elements of backprop_val_grad aren't all propagated. Check the indices"));
    }
    Ok(Tensor::vector(values))
}
