//! How ops get at a list, at a shape that an input spells out, and at an item that may not be set.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, PartialShape, Shape, Tensor, TensorList, Variant};

use crate::array::elements::ints;

/// The list that a scalar variant is.
pub(super) fn list_of(handle: &Tensor) -> Result<&TensorList> {
    match handle.as_variants()? {
        [Variant::List(list)] if handle.shape().rank() == 0 => Ok(list),
        [Variant::Opaque(other)] if handle.shape().rank() == 0 => {
            Err(invalid_argument(format!("Input handle is not a list. Saw: '{}'", other.type_name)))
        }
        _ => Err(invalid_argument(format!("Input list must be a scalar. Saw: {}", handle.shape()))),
    }
}

/// Changes the list that a scalar variant is, in place if nobody else holds it.
pub(super) fn edit<T>(handle: &mut Tensor, change: impl FnOnce(&mut TensorList) -> Result<T>) -> Result<T> {
    list_of(handle)?;
    match handle.variants_mut()? {
        [Variant::List(list)] => change(list),
        _ => Err(invalid_argument("Input handle is not a list.")),
    }
}

/// A list as a scalar variant.
pub(super) fn handle(list: TensorList) -> Result<Tensor> {
    Tensor::variants(Shape::scalar(), vec![list.into()])
}

/// The shape that an input spells out: a vector with -1 for a size that is not known, or the scalar -1 for none known.
pub(super) fn shape_of_input(input: &Tensor) -> Result<PartialShape> {
    let sizes = ints(input)?;
    match (input.shape().rank(), sizes.as_slice()) {
        (0, [-1]) => Ok(PartialShape::unknown()),
        (0, _) => {
            Err(invalid_argument("The only valid scalar shape tensor is the fully unknown shape specified as -1."))
        }
        (1, _) => {
            let size = |size: &i64| match size {
                -1 => Ok(None),
                _ => usize::try_from(*size)
                    .map(Some)
                    .map_err(|_| invalid_argument(format!("Dimension {size} of an element shape is negative"))),
            };
            Ok(PartialShape::new(sizes.iter().map(size).collect::<Result<_>>()?))
        }
        _ => Err(invalid_argument(format!("Shape must be at most rank 1 but is rank {}", input.shape().rank()))),
    }
}

/// The only number of a scalar.
pub(super) fn scalar(input: &Tensor, what: &str) -> Result<i32> {
    match input.shape().rank() {
        0 => input.single::<i32>(),
        _ => Err(invalid_argument(format!("{what} must be a scalar, but has shape {}", input.shape()))),
    }
}

pub(super) fn check_type(list: &TensorList, dtype: DType) -> Result<()> {
    match list.dtype == dtype {
        true => Ok(()),
        false => {
            Err(invalid_argument(format!("Invalid data types; op elements {dtype} but list elements {}", list.dtype)))
        }
    }
}

/// Refuses a tensor that the list's promise about shapes does not admit.
pub(super) fn check_item(list: &TensorList, item: &Tensor, doing: &str) -> Result<()> {
    check_type(list, item.dtype())?;
    match list.element_shape.admits(item.shape()) {
        true => Ok(()),
        false => Err(invalid_argument(format!(
            "Tried to {doing} a tensor with incompatible shape. Op element shape: {} list shape: {}",
            item.shape(),
            list.element_shape
        ))),
    }
}

/// What is known of the items' shape: what the list says, and what the op asks for.
pub(super) fn element_shape(list: &TensorList, asked: &PartialShape) -> Result<PartialShape> {
    merge(&list.element_shape, asked)
}

pub(super) fn merge(left: &PartialShape, right: &PartialShape) -> Result<PartialShape> {
    left.merge(right).ok_or_else(|| invalid_argument(format!("Incompatible shapes: {left} and {right}")))
}

/// The shape of an item that was never set: the one that is known, or that of the items that are set.
pub(super) fn missing_shape(list: &TensorList, known: PartialShape) -> Result<Shape> {
    let mut shape = known;
    if shape.to_shape().is_none() {
        for item in list.items().iter().flatten() {
            shape = merge(&shape, &PartialShape::from(item.shape()))?;
        }
    }
    shape.to_shape().ok_or_else(|| {
        invalid_argument(format!(
            "Trying to read an uninitialized tensor but element_shape {shape} is not fully defined and no other item tells it"
        ))
    })
}

/// The rows of items: the first dimension of a tensor that must have one.
pub(super) fn row_shape(tensor: &Tensor) -> Result<(usize, Shape)> {
    match tensor.shape().split_first() {
        Some((count, sizes)) => Ok((*count, Shape::new(sizes)?)),
        None => Err(invalid_argument("Tensor must be at least a vector, but saw shape: []")),
    }
}
