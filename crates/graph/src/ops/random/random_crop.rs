//! `RandomCrop`, an op of programs older than `tf.random_crop` in Python.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::{
        array::known::{constant_ints, input_of_rank},
        infer::Dim,
    },
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "RandomCrop(image:T, size:int64) -> (output:T) {T:type, seed:int=0, seed2:int=0} [stateful]",
    "A part of an image, at a random place.",
)
.shape(shape)
.flat()];

fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let image = input_of_rank(query, 0, 3)?;
    input_of_rank(query, 1, 1)?;
    let channels = image.sizes().and_then(|sizes| sizes[2]);
    let [rows, columns] = match constant_ints(query, 1).as_deref() {
        Some([rows, columns]) => [*rows, *columns].map(|size| usize::try_from(size).ok()),
        _ => [Dim::None; 2],
    };
    Ok(vec![PartialShape::new(vec![rows, columns, channels])])
}
