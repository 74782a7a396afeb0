//! `LinSpace`: as many numbers as asked for, evenly spread from one to another.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::infer::{constant, input, integers, scalar},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "LinSpace(start:T, stop:T, num:Tidx) -> (output:T) {T:type, Tidx:type=int32}",
    "As many numbers as asked for, evenly spread from one to another.",
)
.shape(shape)
.flat()];

/// As many as a constant says.
fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    scalar(input(query, 2)?)?;
    let count = constant(query, 2).and_then(integers).and_then(|count| usize::try_from(*count.first()?).ok());
    Ok(vec![PartialShape::new(vec![count])])
}
