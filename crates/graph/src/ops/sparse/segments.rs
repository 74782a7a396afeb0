//! What rules of segment ops are made of: shapes of the sums, and how gradients find back from a segment to its rows.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, PartialShape};

use crate::{
    builder::Outlet,
    gradient::{Backward, Grad},
    ops::array::{
        grads::{by_first, cast, concat, int, ints, rows},
        known::{at_least_rank, constant_int, input, input_of_rank, merge},
    },
    shape_rule::ShapeQuery,
};

/// A rule: as many rows as there are segments, which only the ids tell.
pub(super) fn sorted(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let data = input(query, 0);
    input_of_rank(query, 1, 1)?;
    at_least_rank(&data, 1)?;
    let Some([_, row @ ..]) = data.sizes() else { return Ok(vec![PartialShape::unknown()]) };
    Ok(vec![PartialShape::new([&[None], row].concat())])
}

/// A rule: as many rows as the last input says; the ids stand for the first axes of the data.
pub(super) fn unsorted(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (data, ids) = (input(query, 0), input(query, 1));
    input_of_rank(query, 2, 0)?;
    let count = number(query, 2)?;
    let (Some(from), Some(by)) = (data.sizes(), ids.sizes()) else { return Ok(vec![PartialShape::unknown()]) };
    if from.len() < by.len() {
        return Err(invalid_argument(format!("segment ids of shape {ids} for data of shape {data}")));
    }
    merge(&PartialShape::new(from[..by.len()].to_vec()), &ids)?;
    Ok(vec![PartialShape::new([&[count], &from[by.len()..]].concat())])
}

/// A rule: rows that are looked up and summed by segments, as many as the ids, or a fourth input, say.
pub(super) fn looked_up(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (data, indices, ids) = (input(query, 0), input_of_rank(query, 1, 1)?, input_of_rank(query, 2, 1)?);
    at_least_rank(&data, 1)?;
    merge(&indices, &ids)?;
    let count = match query.inputs.len() {
        3 => None,
        _ => {
            input_of_rank(query, 3, 0)?;
            number(query, 3)?
        }
    };
    let Some([_, row @ ..]) = data.sizes() else { return Ok(vec![PartialShape::unknown()]) };
    Ok(vec![PartialShape::new([&[count], row].concat())])
}

/// A rule: the gradient of rows that were looked up, as many as the last input says.
pub(super) fn looked_up_grad(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (data, indices, ids) = (input(query, 0), input_of_rank(query, 1, 1)?, input_of_rank(query, 2, 1)?);
    at_least_rank(&data, 1)?;
    merge(&indices, &ids)?;
    input_of_rank(query, 3, 0)?;
    let Some([_, row @ ..]) = data.sizes() else { return Ok(vec![PartialShape::unknown()]) };
    Ok(vec![PartialShape::new([&[number(query, 3)?], row].concat())])
}

/// A rule: the gradient of rows that were looked up, those only, and which they are.
pub(super) fn looked_up_grad_rows(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (data, indices, ids) = (input(query, 0), input_of_rank(query, 1, 1)?, input_of_rank(query, 2, 1)?);
    at_least_rank(&data, 1)?;
    merge(&indices, &ids)?;
    input_of_rank(query, 3, 0)?;
    let Some([_, row @ ..]) = data.sizes() else { return Ok(vec![PartialShape::unknown(), PartialShape::of_rank(1)]) };
    Ok(vec![PartialShape::new([&[None], row].concat()), PartialShape::of_rank(1)])
}

/// A constant number of rows.
fn number(query: &ShapeQuery<'_>, k: usize) -> Result<Option<usize>> {
    match constant_int(query, k) {
        Some(count) => match usize::try_from(count) {
            Ok(count) => Ok(Some(count)),
            Err(_) => Err(invalid_argument(format!(
                "Dimension size, given by scalar input {k}, must be non-negative but is {count}"
            ))),
        },
        None => Ok(None),
    }
}

/// For each row what belongs to its segment; zeros for rows that belong to none. And whether they belong to one, in a form
/// that broadcasts against rows.
pub(super) fn of_segments(node: &mut Backward<'_>, segments: &Outlet, ids: &Outlet) -> Result<(Outlet, Outlet)> {
    let (none, zero) = (node.number(ids, 0.0)?, node.number(segments, 0.0)?);
    let clipped = node.call("Maximum", &[ids, &none])?;
    let found = rows(node, segments, &clipped)?;
    let belongs = node.call("GreaterEqual", &[ids, &none])?;
    let (rank, ids_rank) = (node.call("Rank", &[&found])?, node.call("Rank", &[ids])?);
    let more = node.call("Sub", &[&rank, &ids_rank])?;
    let one = ints(node, &[1])?;
    let more = node.call("Reshape", &[&more, &one])?;
    let one = int(node, 1)?;
    let ones = node.call("Fill", &[&more, &one])?;
    let shape = node.shape_of(ids)?;
    let shape = concat(node, &[&shape, &ones], 0)?;
    let belongs = node.call("Reshape", &[&belongs, &shape])?;
    let found = node.call("SelectV2", &[&belongs, &found, &zero])?;
    Ok((found, belongs))
}

/// How rows with ids find what belongs to their segment, and how they are summed by segments: the ids of sorted segments name
/// one each, those of others may name none, and the number of segments is told.
pub(super) struct Segments {
    ids: Outlet,
    count: Option<Outlet>,
}

impl Segments {
    /// Those of a node whose second input is ids, and whose third, if there is one, is their number.
    pub(super) fn of(node: &Backward<'_>) -> Result<Segments> {
        Ok(Segments { ids: node.input(1)?, count: if node.num_inputs() > 2 { Some(node.input(2)?) } else { None } })
    }

    /// For each row what belongs to its segment.
    pub(super) fn spread(&self, node: &mut Backward<'_>, segments: &Outlet) -> Result<Outlet> {
        match self.count {
            Some(_) => Ok(of_segments(node, segments, &self.ids)?.0),
            None => rows(node, segments, &self.ids),
        }
    }

    /// Rows put together by segments with an op of this name (`Sum`, `Prod`).
    pub(super) fn gather(&self, node: &mut Backward<'_>, op: &str, data: &Outlet) -> Result<Outlet> {
        match &self.count {
            Some(count) => node.call(&format!("UnsortedSegment{op}"), &[data, &self.ids, count]),
            None => node.call(&format!("Segment{op}"), &[data, &self.ids]),
        }
    }
}

/// A gradient rule: each row gets the gradient of its segment.
pub(super) fn sum_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (segments, dy) = (Segments::of(node)?, node.grad(0)?);
    let dx = segments.spread(node, &dy)?;
    Ok(by_first(node, Some(dx.into())))
}

/// A gradient rule: the elements that are their segment's largest (or smallest) share its gradient evenly.
pub(super) fn extreme_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (segments, x, y, dy) = (Segments::of(node)?, node.input(0)?, node.output(0)?, node.grad(0)?);
    let found = segments.spread(node, &y)?;
    let is_it = node.call("Equal", &[&x, &found])?;
    let counted = cast(node, &is_it, dy.dtype())?;
    let count = segments.gather(node, "Sum", &counted)?;
    let share = node.call("RealDiv", &[&dy, &count])?;
    let share = segments.spread(node, &share)?;
    let zero = node.number(&dy, 0.0)?;
    let dx = node.call("SelectV2", &[&is_it, &share, &zero])?;
    Ok(by_first(node, Some(dx.into())))
}

/// A gradient rule: each factor gets the product of the others, which for a zero is worked out without it.
pub(super) fn prod_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (segments, x, y, dy) = (Segments::of(node)?, node.input(0)?, node.output(0)?, node.grad(0)?);
    let (zero, one) = (node.number(&x, 0.0)?, node.number(&x, 1.0)?);
    let is_zero = node.call("Equal", &[&x, &zero])?;
    let zeros = cast(node, &is_zero, DType::Int32)?;
    let zeros = segments.gather(node, "Sum", &zeros)?;
    let limit = int(node, 1)?;
    let several = node.call("Greater", &[&zeros, &limit])?;
    let dy = node.call("SelectV2", &[&several, &zero, &dy])?;
    let nonzero = node.call("SelectV2", &[&is_zero, &one, &x])?;
    let others = segments.gather(node, "Prod", &nonzero)?;
    let (others, whole, dy) =
        (segments.spread(node, &others)?, segments.spread(node, &y)?, segments.spread(node, &dy)?);
    let quotient = node.call("RealDiv", &[&whole, &nonzero])?;
    let factor = node.call("SelectV2", &[&is_zero, &others, &quotient])?;
    let dx = node.call("Mul", &[&dy, &factor])?;
    Ok(by_first(node, Some(dx.into())))
}
