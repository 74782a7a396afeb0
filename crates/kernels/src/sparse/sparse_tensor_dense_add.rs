//! SparseTensorDenseAdd: the sum of a sparse tensor and a dense one of the same shape.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, Tensor, bf16, f16};

use super::coordinates::Coordinates;
use crate::{
    Build, Kernel,
    array::places::{BadPlaces, check_index_type, places},
    dispatch::dispatch,
    math::{number::Number, output::compute},
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("SparseTensorDenseAdd", sparse_tensor_dense_add)];

fn sparse_tensor_dense_add(node: &Node) -> Result<Kernel> {
    check_index_type(node, 0)?;
    let run: fn(&Tensor, &Tensor, Tensor) -> Result<Tensor> = dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => added::<T>,
        else return Err(unsupported(node))
    );
    Ok(compute(move |[indices, values, shape, dense]| {
        let coordinates = Coordinates::new(&indices, &values, &shape)?;
        if coordinates.sizes != dense.shape().to_signed() {
            return Err(invalid_argument(format!(
                "The shapes do not equal (no broadcasting is supported): sparse side {:?} vs dense side {}",
                coordinates.sizes,
                dense.shape()
            )));
        }
        run(&indices, &values, dense)
    }))
}

fn added<T: Number>(indices: &Tensor, values: &Tensor, mut dense: Tensor) -> Result<Tensor> {
    let places = places(indices, dense.shape(), BadPlaces::Refuse)?;
    let sums = dense.make_mut::<T>()?;
    for (place, value) in places.into_iter().flatten().zip(values.values::<T>()?) {
        sums[place] = sums[place].add(*value);
    }
    Ok(dense)
}
