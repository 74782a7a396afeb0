//! SparseToDense: a tensor of a given shape with values at given places and one value everywhere else.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use crate::{
    Build, Kernel,
    array::{
        elements::{Unit, by_unit, copies, ints},
        fill::shape_from,
        places::{BadPlaces, check_index_type, places},
    },
    math::output::compute,
    sparse::coordinates::Coordinates,
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("SparseToDense", sparse_to_dense)];

fn sparse_to_dense(node: &Node) -> Result<Kernel> {
    check_index_type(node, 0)?;
    if matches!(node.output_types[0].dtype, DType::Resource | DType::Variant) {
        return Err(unsupported(node));
    }
    let validates = node.attrs.bool("validate_indices")?;
    Ok(compute(move |[indices, shape, values, default]| {
        // A vector of places is a matrix of one column, one place a matrix of one row.
        let (count, rank) = match indices.shape()[..] {
            [] => (1, 1),
            [count] => (count, 1),
            [count, rank] => (count, rank),
            _ => {
                return Err(invalid_argument(format!(
                    "sparse_indices should be a scalar, vector, or matrix, got shape {}",
                    indices.shape()
                )));
            }
        };
        if shape.shape().rank() != 1 {
            return Err(invalid_argument(format!("output_shape must be rank 1, got shape {}", shape.shape())));
        }
        if shape.num_elements() != rank {
            return Err(invalid_argument(format!(
                "output_shape has incorrect number of elements: {} should be: {rank}",
                shape.num_elements()
            )));
        }
        if values.shape().rank() > 1 || (values.shape().rank() == 1 && values.num_elements() != count) {
            return Err(invalid_argument(format!(
                "sparse_values has incorrect shape {}, should be [] or [{count}]",
                values.shape()
            )));
        }
        if default.shape().rank() != 0 {
            return Err(invalid_argument("default_value should be a scalar."));
        }
        let into = shape_from(&ints(&shape)?)?;
        let indices = indices.reshaped(Shape::new(&[count, rank])?)?;
        if validates {
            let counted = Tensor::zeros(DType::UInt8, Shape::vector(count))?;
            Coordinates::new(&indices, &counted, &shape)?.check_order()?;
        }
        by_unit!(values.dtype(), U => filled::<U>(&indices, into, &values, &default))
    }))
}

fn filled<U: Unit>(indices: &Tensor, shape: Shape, values: &Tensor, default: &Tensor) -> Result<Tensor> {
    let places = places(indices, &shape, BadPlaces::Refuse)?;
    let source = U::of(values)?;
    let mut elements = copies(U::of(default)?[0].clone(), shape.num_elements())?;
    for (k, place) in places.into_iter().flatten().enumerate() {
        let value = if values.shape().rank() == 0 { &source[0] } else { &source[k] };
        elements[place] = value.clone();
    }
    U::into_tensor(values.dtype(), shape, elements)
}
