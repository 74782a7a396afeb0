//! `WriteFile`: a string as a file's contents.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::infer::{gives_nothing, input, scalar},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "WriteFile(filename:string, contents:string) -> () [stateful]",
    "Writes a string to a file of the task's machine.",
)
.shape(shape)];

fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    scalar(input(query, 0)?)?;
    scalar(input(query, 1)?)?;
    gives_nothing(query)
}
