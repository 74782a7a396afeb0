//! `ParseExample`: `tf.train.Example`s as tensors.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use crate::{
    op_def::{AttrsExt, Op, op},
    ops::infer::{Dim, input, with_rank},
    shape_rule::{ShapeQuery, unknown},
};

pub(super) const OPS: &[Op] = &[
    op(
        "ParseExample(serialized:string, names:string, sparse_keys:Nsparse*string, dense_keys:Ndense*string, dense_defaults:list(Tdense)) -> (sparse_indices:Nsparse*int64, sparse_values:list(sparse_types), sparse_shapes:Nsparse*int64, dense_values:list(Tdense)) {Nsparse:int, Ndense:int, sparse_types:list(type), Tdense:list(type), dense_shapes:list(shape)}",
        "The features of a vector of serialised tf.train.Examples.",
    )
    .shape(batch)
    .flat(),
    op(
        "ParseExampleV2(serialized:string, names:string, sparse_keys:string, dense_keys:string, ragged_keys:string, dense_defaults:list(Tdense)) -> (sparse_indices:num_sparse*int64, sparse_values:list(sparse_types), sparse_shapes:num_sparse*int64, dense_values:list(Tdense), ragged_values:list(ragged_value_types), ragged_row_splits:list(ragged_split_types)) {Tdense:list(type), num_sparse:int, sparse_types:list(type), ragged_value_types:list(type), ragged_split_types:list(type), dense_shapes:list(shape)}",
        "The features of one serialised tf.train.Example, or of a vector of them.",
    )
    .shape(batch_or_one)
    .flat(),
];

fn batch(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let serialized = with_rank(input(query, 0)?, 1)?;
    outputs(query, serialized.sizes().unwrap_or_default(), 0)
}

fn batch_or_one(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let ragged = query.node.attrs.list("ragged_value_types")?.types.len();
    match input(query, 0)?.sizes() {
        None => unknown(query),
        Some(sizes) if sizes.len() > 1 => {
            Err(invalid_argument(format!("Shape must be at most rank 1 but is rank {}", sizes.len())))
        }
        Some(sizes) => outputs(query, sizes, ragged),
    }
}

/// What comes out for examples of a shape.
fn outputs(query: &ShapeQuery<'_>, examples: &[Dim], ragged: usize) -> Result<Vec<PartialShape>> {
    let sparse = query.node.attrs.list("sparse_types")?.types.len();
    let rank = Some(examples.len() + 1);
    let each = |count, sizes: Vec<Dim>| vec![PartialShape::new(sizes); count];
    let dense = query.node.attrs.list("dense_shapes")?.shapes.iter();
    let dense = dense.map(|shape| match shape.sizes() {
        Some(sizes) => PartialShape::new([examples, sizes].concat()),
        None => PartialShape::unknown(),
    });
    let splits = match examples {
        [] => Some(0),
        [count] => count.and_then(|count| count.checked_add(1)),
        _ => None,
    };
    Ok([
        each(sparse, vec![None, rank]),
        each(sparse, vec![None]),
        each(sparse, vec![rank]),
        dense.collect(),
        each(ragged, vec![None]),
        each(ragged, vec![splits]),
    ]
    .concat())
}
