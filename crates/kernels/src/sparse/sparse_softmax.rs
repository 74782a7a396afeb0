//! SparseSoftmax: softmax along the last axis of a sparse tensor, over the values that are there.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Tensor, f16};

use super::coordinates::Coordinates;
use crate::{
    Build, Kernel,
    array::elements::room_for,
    dispatch::dispatch,
    math::{
        number::{Float, Number, Real},
        output::compute,
    },
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("SparseSoftmax", sparse_softmax)];

fn sparse_softmax(node: &Node) -> Result<Kernel> {
    let run: fn(&Coordinates, &Tensor) -> Result<Tensor> =
        dispatch!(node.output_types[0].dtype, [f32, f64, f16], T => softmax::<T>, else return Err(unsupported(node)));
    Ok(compute(move |[indices, values, shape]| {
        let coordinates = Coordinates::new(&indices, &values, &shape)?;
        if coordinates.sizes.len() < 2 {
            return Err(invalid_argument(format!(
                "Input should have rank >= 2, but received shape {:?}",
                coordinates.sizes
            )));
        }
        coordinates.check_order()?;
        run(&coordinates, &values)
    }))
}

fn softmax<T: Real>(coordinates: &Coordinates, values: &Tensor) -> Result<Tensor> {
    let (values, mut result) = (values.values::<T>()?, room_for(coordinates.count)?);
    let row = |k: usize| &coordinates.of(k)[..coordinates.sizes.len() - 1];
    let mut begin = 0;
    while begin < values.len() {
        let end = begin + (begin..values.len()).take_while(|&k| row(k) == row(begin)).count();
        let group: Vec<T::Wide> = values[begin..end].iter().map(|value| value.wide()).collect();
        let largest = group.iter().fold(group[0], |largest, &value| if value > largest { value } else { largest });
        let sum = group.iter().fold(<T::Wide as Number>::ZERO, |sum, &value| sum + (value - largest).exp());
        result.extend(group.into_iter().map(|value| T::narrow((value - largest).exp() / sum)));
        begin = end;
    }
    Ok(Tensor::vector(result))
}
