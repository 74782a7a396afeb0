//! `Slice`: a box of the input.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    grads::{by_first, column, concat, shape_as},
    known::{constant_ints, input, merge_size, vector_len},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "Slice(input:T, begin:Index, size:Index) -> (output:T) {T:type, Index:type}",
    "The box of a tensor that begins at one place and has given sizes, of which -1 is all that remains.",
)
.shape(slice)
.gradient(gradient)];

/// The sizes asked for, where -1 is all that remains.
fn slice(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input(query, 0);
    let rank = merge_size(merge_size(vector_len(query, 1)?, vector_len(query, 2)?)?, source.rank())?;
    let Some(rank) = rank else { return Ok(vec![PartialShape::unknown()]) };
    let Some(wanted) = constant_ints(query, 2) else { return Ok(vec![PartialShape::of_rank(rank)]) };
    let begin = constant_ints(query, 1);
    let sizes = (0..rank).map(|i| {
        let have = source.sizes().and_then(|sizes| sizes[i]);
        let from = begin.as_ref().and_then(|begin| begin.get(i)).copied();
        taken(have, from, wanted.get(i).copied().unwrap_or(-1))
    });
    Ok(vec![PartialShape::new(sizes.collect::<Result<_>>()?)])
}

fn taken(have: Option<usize>, from: Option<i64>, wanted: i64) -> Result<Option<usize>> {
    if wanted != -1 {
        let wanted = usize::try_from(wanted);
        return match (wanted, have) {
            (Ok(wanted), Some(have)) if wanted > have => {
                Err(invalid_argument(format!("Expected size in [0, {have}], but got {wanted}")))
            }
            (Ok(wanted), _) => Ok(Some(wanted)),
            (Err(_), _) => Err(invalid_argument("a slice's size must be -1 or >= 0")),
        };
    }
    let (Some(have), Some(from)) = (have, from) else { return Ok(None) };
    match usize::try_from(from) {
        Ok(from) if from <= have => Ok(Some(have - from)),
        _ => Err(invalid_argument(format!("Expected begin in [0, {have}], but got {from}"))),
    }
}

/// The gradient with zeros around it.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, y, begin, dy) = (node.input(0)?, node.output(0)?, node.input(1)?, node.grad(0)?);
    let (whole, part) = (shape_as(node, &x, begin.dtype())?, shape_as(node, &y, begin.dtype())?);
    let after = node.call("Sub", &[&whole, &part])?;
    let after = node.call("Sub", &[&after, &begin])?;
    let (before, after) = (column(node, &begin)?, column(node, &after)?);
    let paddings = concat(node, &[&before, &after], 1)?;
    let dx = node.call("Pad", &[&dy, &paddings])?;
    Ok(by_first(node, Some(dx.into())))
}
