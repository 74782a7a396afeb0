//! `ReduceJoin`: strings joined along axes.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use crate::{
    op_def::{AttrsExt, Op, op},
    ops::{
        array::known::constant_ints,
        infer::{Dim, input},
    },
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "ReduceJoin(inputs:string, reduction_indices:int32) -> (output:string) {keep_dims:bool=False, separator:string=''}",
    "The strings along some axes, joined.",
)
.shape(shape)
.flat()];

/// The joined axes are gone, or of size 1.
fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let keep_dims = query.node.attrs.bool("keep_dims")?;
    let Some(sizes) = input(query, 0)?.sizes() else { return Ok(vec![PartialShape::unknown()]) };
    let rank = sizes.len();
    let Some(axes) = constant_ints(query, 1) else {
        return Ok(vec![if keep_dims { PartialShape::of_rank(rank) } else { PartialShape::unknown() }]);
    };
    let mut is_joined = vec![false; rank];
    for axis in axes {
        let place = if axis < 0 { axis.saturating_add(rank as i64) } else { axis };
        let joined = usize::try_from(place).ok().and_then(|place| is_joined.get_mut(place));
        *joined.ok_or_else(|| {
            invalid_argument(format!("Invalid reduction dimension {axis} for input with {rank} dimension(s)"))
        })? = true;
    }
    let kept = |(size, joined): (&Dim, &bool)| match (*joined, keep_dims) {
        (false, _) => Some(*size),
        (true, true) => Some(Some(1)),
        (true, false) => None,
    };
    Ok(vec![PartialShape::new(sizes.iter().zip(&is_joined).filter_map(kept).collect())])
}
