//! ScatterNd: zeros of a given shape, to which blocks are added at the places that the indices name. Strings are joined, and
//! truths are true if any is.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, DType, Shape, Tensor, bf16, f16};

use super::{
    elements::{copies, ints},
    fill::shape_from,
    places::{BadPlaces, check_index_type},
    scatter::{Change, change, check},
};
use crate::{
    Build, Kernel,
    dispatch::dispatch,
    math::{number::Number, output::compute},
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("ScatterNd", scatter_nd)];

fn scatter_nd(node: &Node) -> Result<Kernel> {
    check_index_type(node, 0)?;
    let bad = BadPlaces::of(node)?;
    let run: fn(Shape, &Tensor, &Tensor, BadPlaces) -> Result<Tensor> = match node.output_types[0].dtype {
        DType::String => joined,
        DType::Bool => any,
        dtype => dispatch!(
            dtype,
            [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
            T => added::<T>,
            else return Err(unsupported(node))
        ),
    };
    Ok(compute(move |[indices, updates, shape]| {
        if shape.shape().rank() != 1 {
            return Err(invalid_argument(format!("Shape must be a vector, got {}", shape.shape())));
        }
        let shape = shape_from(&ints(&shape)?)?;
        check(&shape, &indices, &updates)?;
        run(shape, &indices, &updates, bad)
    }))
}

fn added<T: Number>(shape: Shape, indices: &Tensor, updates: &Tensor, bad: BadPlaces) -> Result<Tensor> {
    let mut elements = copies(T::ZERO, shape.num_elements())?;
    let add: Change<T> = |old, new| *old = old.add(*new);
    change(&mut elements, &shape, indices, updates.values::<T>()?, bad, add)?;
    Tensor::new(shape, elements)
}

fn any(shape: Shape, indices: &Tensor, updates: &Tensor, bad: BadPlaces) -> Result<Tensor> {
    let mut elements = copies(false, shape.num_elements())?;
    change(&mut elements, &shape, indices, updates.values::<bool>()?, bad, |old, new| *old |= new)?;
    Tensor::new(shape, elements)
}

fn joined(shape: Shape, indices: &Tensor, updates: &Tensor, bad: BadPlaces) -> Result<Tensor> {
    let mut elements = copies(Vec::new(), shape.num_elements())?;
    change(&mut elements, &shape, indices, updates.as_strings()?, bad, |old: &mut Vec<u8>, new| old.extend(new))?;
    Tensor::strings(shape, elements)
}
