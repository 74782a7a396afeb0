//! Element types and shapes, as messages and as ours.
//!
//! A number that names no type, a negative size, or more elements than can be addressed never gets past this module.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, PartialShape, Shape};

use crate::pb;

/// What is added to a type's number where a reference to a variable of that type is meant.
const REF_OFFSET: i32 = 100;

/// As many dimensions as TensorFlow allows.
const RANK_MAX: usize = 254;

/// The type of a tensor's elements; tensors are values, so the number of a reference type is refused.
pub fn dtype_from_proto(number: i32) -> Result<DType> {
    DType::from_number(number).ok_or_else(|| match DType::from_number(number.wrapping_sub(REF_OFFSET)) {
        Some(base) => invalid_argument(format!("data type {number} is a reference to {base}, not a type of values")),
        None => invalid_argument(format!("unknown data type {number}")),
    })
}

/// The type that an attribute or an argument names, and whether as a reference.
pub(crate) fn dtype_or_ref_from_proto(number: i32) -> Result<(DType, bool)> {
    match DType::from_number(number.wrapping_sub(REF_OFFSET)) {
        Some(base) => Ok((base, true)),
        None => Ok((dtype_from_proto(number)?, false)),
    }
}

/// The shape of a tensor, of which everything must be known. No message at all is a scalar, as in TensorFlow.
pub fn shape_from_proto(shape: Option<&pb::TensorShapeProto>) -> Result<Shape> {
    let Some(shape) = shape else { return Ok(Shape::scalar()) };
    if shape.unknown_rank {
        return Err(invalid_argument("a tensor's shape has an unknown rank"));
    }
    let sizes: Vec<i64> = shape.dim.iter().map(|dim| dim.size).collect();
    Shape::from_signed(&sizes)
}

/// What a message says about a shape; a size of -1 is not known.
pub fn partial_shape_from_proto(shape: &pb::TensorShapeProto) -> Result<PartialShape> {
    if shape.unknown_rank {
        return Ok(PartialShape::unknown());
    }
    if shape.dim.len() > RANK_MAX {
        return Err(invalid_argument(format!(
            "shape has {} dimensions, at most {RANK_MAX} are allowed",
            shape.dim.len()
        )));
    }
    let sizes: Result<Vec<Option<usize>>> = shape
        .dim
        .iter()
        .map(|dim| match dim.size {
            -1 => Ok(None),
            size => usize::try_from(size).map(Some).map_err(|_| {
                invalid_argument(format!("shape has a dimension of size {size}; sizes must be >= 0, or -1 for unknown"))
            }),
        })
        .collect();
    Ok(PartialShape::new(sizes?))
}

/// A tensor's shape as a message.
pub fn shape_to_proto(shape: &Shape) -> pb::TensorShapeProto {
    let dim = shape.to_signed().into_iter().map(dim_of).collect();
    pb::TensorShapeProto { dim, unknown_rank: false }
}

/// What is known of a shape as a message.
pub fn partial_shape_to_proto(shape: &PartialShape) -> pb::TensorShapeProto {
    match shape.sizes() {
        None => pb::TensorShapeProto { dim: Vec::new(), unknown_rank: true },
        Some(sizes) => {
            let dim = sizes.iter().map(|size| dim_of(size.map_or(-1, |size| size as i64))).collect();
            pb::TensorShapeProto { dim, unknown_rank: false }
        }
    }
}

fn dim_of(size: i64) -> pb::tensor_shape_proto::Dim {
    pb::tensor_shape_proto::Dim { size, name: String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proto(sizes: &[i64]) -> pb::TensorShapeProto {
        pb::TensorShapeProto { dim: sizes.iter().map(|&size| dim_of(size)).collect(), unknown_rank: false }
    }

    #[test]
    fn numbers_are_the_same_on_both_sides() {
        for dtype in DType::ALL {
            let named = pb::DataType::try_from(dtype.number()).expect("our types are the protocol's");
            assert_eq!(named.as_str_name().to_lowercase(), format!("dt_{}", dtype.name()));
            assert_eq!(dtype_from_proto(dtype.number()).unwrap(), dtype);
            assert!(dtype_from_proto(dtype.number() + REF_OFFSET).is_err());
            assert_eq!(dtype_or_ref_from_proto(dtype.number() + REF_OFFSET).unwrap(), (dtype, true));
        }
        for number in [0, -1, 34, 99, 100, 134, i32::MIN, i32::MAX] {
            assert!(dtype_from_proto(number).is_err() && dtype_or_ref_from_proto(number).is_err(), "{number}");
        }
    }

    #[test]
    fn partly_known_shapes_round_trip() {
        for shape in [
            PartialShape::unknown(),
            PartialShape::new(vec![]),
            PartialShape::new(vec![None, Some(3)]),
            PartialShape::new(vec![Some(0)]),
        ] {
            assert_eq!(partial_shape_from_proto(&partial_shape_to_proto(&shape)).unwrap(), shape);
        }
    }

    #[test]
    fn tensors_need_a_whole_shape() {
        assert_eq!(shape_from_proto(None).unwrap(), Shape::scalar());
        assert_eq!(shape_from_proto(Some(&proto(&[2, 0]))).unwrap(), Shape::new(&[2, 0]).unwrap());
        assert!(shape_from_proto(Some(&pb::TensorShapeProto { dim: vec![], unknown_rank: true })).is_err());
        assert!(shape_from_proto(Some(&proto(&[-1]))).is_err());
        assert!(shape_from_proto(Some(&proto(&[i64::MAX, 2]))).is_err());
        assert!(partial_shape_from_proto(&proto(&[-2])).is_err());
        assert!(partial_shape_from_proto(&proto(&[1; 255])).is_err());
    }
}
