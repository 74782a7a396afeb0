//! `Reshape`: the same elements in another shape.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    grads::reshaped,
    known::{input, num_elements, shape_input},
};
use crate::{
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "Reshape(tensor:T, shape:Tshape) -> (output:T) {T:type, Tshape:type=int32}",
    "The same elements in another shape, of which one size may be left to be whatever is right.",
)
.shape(reshape)
.gradient(reshaped)];

/// The wanted shape, where one size may be left to be whatever makes the number of elements right.
fn reshape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input(query, 0);
    let wanted = shape_input(query, 1)?;
    let Some(mut sizes) = wanted.sizes().map(<[_]>::to_vec) else { return Ok(vec![wanted]) };
    let Some(have) = source.sizes().and_then(num_elements) else { return Ok(vec![wanted]) };
    let known = sizes.iter().flatten().try_fold(1usize, |product, &size| product.checked_mul(size));
    let Some(known) = known else { return Err(invalid_argument(format!("shape {wanted} has too many elements"))) };
    let open: Vec<usize> = (0..sizes.len()).filter(|&i| sizes[i].is_none()).collect();
    match open.as_slice() {
        [] if known != have => Err(invalid_argument(format!(
            "Cannot reshape a tensor with {have} elements to shape {wanted} ({known} elements)"
        ))),
        [one] if known > 0 => {
            if !have.is_multiple_of(known) {
                return Err(invalid_argument(format!(
                    "Dimension size must be evenly divisible by {known} but is {have}"
                )));
            }
            sizes[*one] = Some(have / known);
            Ok(vec![PartialShape::new(sizes)])
        }
        _ => Ok(vec![wanted]),
    }
}
