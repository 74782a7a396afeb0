//! `ParseSingleExample`: one `tf.train.Example` as tensors.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{AttrsExt, Op, op},
    ops::infer::{input, scalar},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "ParseSingleExample(serialized:string, dense_defaults:list(Tdense)) -> (sparse_indices:num_sparse*int64, sparse_values:list(sparse_types), sparse_shapes:num_sparse*int64, dense_values:list(Tdense)) {num_sparse:int, sparse_keys:list(string), dense_keys:list(string), sparse_types:list(type), Tdense:list(type), dense_shapes:list(shape)}",
    "The features of one serialised tf.train.Example.",
)
.shape(shape)
.flat()];

fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    scalar(input(query, 0)?)?;
    let sparse = query.node.attrs.list("sparse_types")?.types.len();
    let each = |shape: PartialShape| vec![shape; sparse];
    let dense = query.node.attrs.list("dense_shapes")?.shapes.clone();
    Ok([
        each(PartialShape::new(vec![None, Some(1)])),
        each(PartialShape::of_rank(1)),
        each(PartialShape::new(vec![Some(1)])),
        dense,
    ]
    .concat())
}
