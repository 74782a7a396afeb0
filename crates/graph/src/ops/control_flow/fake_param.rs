//! `FakeParam`: stands for a value that a branch does not have and nobody looks at.

use crate::op_def::AttrsExt;
use crate::op_def::{Op, op};
use crate::shape_rule::ShapeQuery;
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[op(
    "FakeParam() -> (output:dtype) {dtype:type, shape:shape}",
    "Stands for a value that a branch does not have and nobody looks at.",
)
.shape(of_attr)];

fn of_attr(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![query.node.attrs.shape("shape")?.clone()])
}
