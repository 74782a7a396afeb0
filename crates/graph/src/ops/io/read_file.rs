//! `ReadFile`: the contents of a file.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::infer::{gives_scalar, input, scalar},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] =
    &[op("ReadFile(filename:string) -> (contents:string)", "The whole contents of a file of the task's machine.")
        .shape(shape)];

fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    scalar(input(query, 0)?)?;
    gives_scalar(query)
}
