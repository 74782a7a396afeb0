//! `NonMaxSuppression`: the best of boxes that overlap.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{AttrsExt, Op, op},
    ops::{
        array::known::constant_int,
        infer::{Dim, equal_dims, input, scalar, with_rank},
    },
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "NonMaxSuppression(boxes:float, scores:float, max_output_size:int32) -> (selected_indices:int32) {iou_threshold:float=0.5}",
        "Which boxes to keep, at a limit of overlap known beforehand.",
    )
    .shape(chosen).flat(),
    op(
        "NonMaxSuppressionV2(boxes:T, scores:T, max_output_size:int32, iou_threshold:T_threshold) -> (selected_indices:int32) {T:type=float, T_threshold:type=float}",
        "Which boxes to keep, at a limit of overlap.",
    )
    .shape(chosen).flat(),
    op(
        "NonMaxSuppressionV3(boxes:T, scores:T, max_output_size:int32, iou_threshold:T_threshold, score_threshold:T_threshold) -> (selected_indices:int32) {T:type=float, T_threshold:type=float}",
        "Which boxes of a least score to keep, at a limit of overlap.",
    )
    .shape(chosen).flat(),
    op(
        "NonMaxSuppressionV4(boxes:T, scores:T, max_output_size:int32, iou_threshold:T_threshold, score_threshold:T_threshold) -> (selected_indices:int32, valid_outputs:int32) {T:type=float, T_threshold:type=float, pad_to_max_output_size:bool=False}",
        "NonMaxSuppressionV3 that may fill up its answer, and says how much of it counts.",
    )
    .shape(chosen_and_count).flat(),
];

fn chosen(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let boxes = with_rank(input(query, 0)?, 2)?;
    let scores = with_rank(input(query, 1)?, 1)?;
    query.inputs.iter().skip(2).try_for_each(scalar)?;
    let sizes = |shape: &PartialShape| -> Vec<Dim> { shape.sizes().unwrap_or_default().to_vec() };
    equal_dims(sizes(&boxes)[0], sizes(&scores)[0])?;
    equal_dims(sizes(&boxes)[1], Some(4))?;
    Ok(vec![PartialShape::of_rank(1)])
}

fn chosen_and_count(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let mut shapes = chosen(query)?;
    if query.node.attrs.bool("pad_to_max_output_size")? {
        let count = constant_int(query, 2).and_then(|count| usize::try_from(count).ok());
        shapes = vec![PartialShape::new(vec![count])];
    }
    shapes.push(PartialShape::of_rank(0));
    Ok(shapes)
}
