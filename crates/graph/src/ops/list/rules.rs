//! What the rules of list ops share.

use regatta_status::Result;
use regatta_tensor::{DType, PartialShape, Tensor};

use crate::builder::Outlet;
use crate::gradient::Backward;
use crate::ops::array::known::shape_input;
use crate::shape_rule::ShapeQuery;

/// The element shape that an input spells out; what is wrong with it is left to the kernel to say.
pub(super) fn element_shape_input(query: &ShapeQuery<'_>, k: usize) -> PartialShape {
    shape_input(query, k).unwrap_or_default()
}

/// The shape of so many items of this shape.
pub(super) fn with_rows(count: Option<usize>, element: &PartialShape) -> PartialShape {
    match element.sizes() {
        Some(sizes) => PartialShape::new([&[count], sizes].concat()),
        None => PartialShape::unknown(),
    }
}

/// The shape of a tensor's rows, as a vector.
pub(super) fn row_shape(b: &mut Backward<'_>, tensor: &Outlet) -> Result<Outlet> {
    let shape = b.shape_of(tensor)?;
    let (begin, size) = (b.constant(Tensor::vector(vec![1i32]))?, b.constant(Tensor::vector(vec![-1i32]))?);
    b.call("Slice", &[&shape, &begin, &size])
}

/// What a list says of the shape of its items, as a vector.
pub(super) fn element_shape_of(b: &mut Backward<'_>, list: &Outlet) -> Result<Outlet> {
    b.op("TensorListElementShape").input(list).attr("shape_type", DType::Int32).finish()
}
