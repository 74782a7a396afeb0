//! Which part of a tensor a `StridedSlice` takes.
//!
//! The op's vectors speak of the axes as the user wrote them, `x[3:5, ..., newaxis, -1]`: an ellipsis stands for as many axes
//! as are missing, a new axis for none, and a single index takes its axis away. [`plan`] turns them into one range for each
//! axis of the input and the shape of the result. The rule uses it with what is known, the kernel with everything known.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    grads::{by_first, by_input, shape_as},
    known::{constant_ints, input, merge_size, shape_input, vector_len},
};
use crate::{
    Attrs,
    builder::Outlet,
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    shape_rule::{ShapeQuery, unknown},
};

pub(super) const OPS: &[Op] = &[
    op(
        "StridedSlice(input:T, begin:Index, end:Index, strides:Index) -> (output:T) {T:type, Index:type, begin_mask:int=0, end_mask:int=0, ellipsis_mask:int=0, new_axis_mask:int=0, shrink_axis_mask:int=0}",
        "What Python's `x[begin:end:stride, ..., newaxis, index]` takes of a tensor.",
    )
    .shape(strided_slice)
    .gradient(gradient),
    op(
        "StridedSliceGrad(shape:Index, begin:Index, end:Index, strides:Index, dy:T) -> (output:T) {T:type, Index:type, begin_mask:int=0, end_mask:int=0, ellipsis_mask:int=0, new_axis_mask:int=0, shrink_axis_mask:int=0}",
        "The gradient of StridedSlice: zeros of a given shape, with `dy` where the slice was taken.",
    )
    .shape(strided_slice_grad)
    .gradient(gradient_of_gradient),
    op(
        "TensorStridedSliceUpdate(input:T, begin:Index, end:Index, strides:Index, value:T) -> (output:T) {T:type, Index:type, begin_mask:int=0, end_mask:int=0, ellipsis_mask:int=0, new_axis_mask:int=0, shrink_axis_mask:int=0}",
        "A tensor with another value where a StridedSlice would take its part.",
    )
    .shape(tensor_strided_slice_update)
    .gradient(gradient_of_update),
];

/// The op's five masks; bit `i` speaks of the `i`th item of the user's list.
#[derive(Clone, Copy, Debug, Default)]
pub struct Masks {
    /// Begin at the end that the stride comes from, whatever `begin` says.
    pub begin: u32,
    /// Go to the other end, whatever `end` says.
    pub end: u32,
    /// Stands for all axes that no other item speaks of.
    pub ellipsis: u32,
    /// A new axis of size 1.
    pub new_axis: u32,
    /// One index, whose axis goes away.
    pub shrink_axis: u32,
}

impl Masks {
    /// Reads the attributes of a node.
    pub fn from_attrs(attrs: &Attrs) -> Result<Masks> {
        // Masks have 32 bits; the attribute's upper ones mean nothing.
        let mask = |name: &str| attrs.int(name).map(|mask| mask as u32);
        Ok(Masks {
            begin: mask("begin_mask")?,
            end: mask("end_mask")?,
            ellipsis: mask("ellipsis_mask")?,
            new_axis: mask("new_axis_mask")?,
            shrink_axis: mask("shrink_axis_mask")?,
        })
    }
}

/// The part of one axis of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first index taken; without meaning if `size` is zero or not known.
    pub begin: i64,
    /// From one index to the next.
    pub stride: i64,
    /// How many are taken, if known.
    pub size: Option<usize>,
}

/// What a slice takes and what it gives.
#[derive(Debug)]
pub struct Plan {
    /// One range for each axis of the input.
    pub ranges: Vec<Range>,
    /// The sizes of the result: single indices gone, new axes there.
    pub shape: Vec<Option<usize>>,
}

/// An axis of the input with what the user said of it.
struct Axis {
    begin: i64,
    end: i64,
    stride: i64,
    begin_masked: bool,
    end_masked: bool,
    shrink: bool,
}

/// An axis of the result.
enum Source {
    Axis(usize),
    New,
    Shrunk,
}

/// What a slice of a tensor with the given sizes takes. `ends` is `None` where begin or end are not known; the three vectors
/// have the same length, less than 32.
pub fn plan(sizes: &[Option<usize>], ends: Option<(&[i64], &[i64])>, strides: &[i64], masks: Masks) -> Result<Plan> {
    if masks.ellipsis.count_ones() > 1 {
        return Err(invalid_argument("Multiple ellipses in slice spec not allowed"));
    }
    let (axes, sources) = spread(sizes.len(), ends, strides, masks)?;
    let ranges: Result<Vec<Range>> =
        axes.iter().zip(sizes).enumerate().map(|(i, (axis, size))| range(i, axis, *size, ends.is_some())).collect();
    let ranges = ranges?;
    let shape = sources
        .into_iter()
        .filter_map(|source| match source {
            Source::Axis(axis) => Some(ranges[axis].size),
            Source::New => Some(Some(1)),
            Source::Shrunk => None,
        })
        .collect();
    Ok(Plan { ranges, shape })
}

/// Gives each item of the user's list its axis of the input.
fn spread(
    rank: usize,
    ends: Option<(&[i64], &[i64])>,
    strides: &[i64],
    masks: Masks,
) -> Result<(Vec<Axis>, Vec<Source>)> {
    let items = strides.len();
    let bit = |mask: u32, i: usize| i < 32 && mask & (1 << i) != 0;
    let ellipsis = (0..items).find(|&i| bit(masks.ellipsis, i));
    let (mut axes, mut sources): (Vec<Axis>, Vec<Source>) = (Vec::with_capacity(rank), Vec::new());
    // A list without an ellipsis has one at its end.
    for i in 0..items + usize::from(ellipsis.is_none()) {
        if i == ellipsis.unwrap_or(items) {
            let after = (i + 1..items).filter(|&i| !bit(masks.new_axis, i)).count();
            while axes.len() + after < rank {
                sources.push(Source::Axis(axes.len()));
                axes.push(Axis { begin: 0, end: 0, stride: 1, begin_masked: true, end_masked: true, shrink: false });
            }
        } else if bit(masks.new_axis, i) {
            sources.push(Source::New);
        } else {
            if rank == 0 {
                return Err(invalid_argument("Attempting to slice scalar input."));
            }
            if axes.len() == rank {
                return Err(invalid_argument(format!(
                    "Index out of range using input dim {rank}; input has only {rank} dims"
                )));
            }
            let shrink = bit(masks.shrink_axis, i);
            sources.push(if shrink { Source::Shrunk } else { Source::Axis(axes.len()) });
            axes.push(Axis {
                begin: ends.map_or(0, |(begin, _)| begin[i]),
                end: ends.map_or(0, |(_, end)| end[i]),
                stride: strides[i],
                begin_masked: bit(masks.begin, i),
                end_masked: bit(masks.end, i),
                shrink,
            });
        }
    }
    Ok((axes, sources))
}

/// Makes the range of one axis explicit and checks it.
fn range(i: usize, axis: &Axis, size: Option<usize>, ends_known: bool) -> Result<Range> {
    let Axis { stride, shrink, .. } = *axis;
    if stride == 0 {
        return Err(invalid_argument(format!("strides[{i}] must be non-zero")));
    }
    let Some(size) = size else {
        return Ok(Range { begin: 0, stride, size: shrink.then_some(1) });
    };
    // A shape's sizes fit in i64 with room to spare.
    let size = size as i64;
    if shrink && stride < 0 {
        return Err(invalid_argument("only stride 1 allowed on non-range indexing."));
    }
    if !ends_known {
        let whole = axis.begin_masked && axis.end_masked && size > 0;
        let taken = if shrink { Some(1) } else { whole.then(|| count(size, stride.unsigned_abs())) };
        return Ok(Range { begin: 0, stride, size: taken });
    }
    let from_start = |x: i64| if x < 0 { x.saturating_add(size) } else { x };
    if shrink {
        let begin = from_start(axis.begin);
        if begin < 0 || begin >= size {
            return Err(invalid_argument(format!("slice index {begin} of dimension {i} out of bounds.")));
        }
        return Ok(Range { begin, stride, size: Some(1) });
    }
    let (low, high) = if stride > 0 { (0, size) } else { (-1, size - 1) };
    let (first, last) = if stride > 0 { (low, high) } else { (high, low) };
    let begin = if axis.begin_masked { first } else { from_start(axis.begin).clamp(low, high) };
    let end = if axis.end_masked { last } else { from_start(axis.end).clamp(low, high) };
    let length = if stride > 0 { end - begin } else { begin - end };
    Ok(Range { begin, stride, size: Some(count(length, stride.unsigned_abs())) })
}

fn count(length: i64, step: u64) -> usize {
    (length.max(0) as u64).div_ceil(step) as usize
}

/// The shape rule of `StridedSlice`.
fn strided_slice(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let mut items = None;
    for i in 1..4 {
        items = merge_size(items, vector_len(query, i)?)?;
    }
    let source = input(query, 0);
    let (Some(sizes), Some(strides)) = (source.sizes(), constant_ints(query, 3)) else { return unknown(query) };
    let (begin, end) = (constant_ints(query, 1), constant_ints(query, 2));
    let ends = begin.as_deref().zip(end.as_deref());
    if strides.len() >= 32 || ends.is_some_and(|(begin, end)| begin.len().min(end.len()) < strides.len()) {
        return Err(invalid_argument("Expected begin, end, and strides to be 1D equal size tensors of less than 32"));
    }
    let masks = Masks::from_attrs(&query.node.attrs)?;
    Ok(vec![PartialShape::new(plan(sizes, ends, &strides, masks)?.shape)])
}

/// The shape that the first input spells out.
fn strided_slice_grad(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![shape_input(query, 0)?])
}

/// The shape of the tensor.
fn tensor_strided_slice_update(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![input(query, 0)])
}

/// A node that speaks of the same part as this one: its begin, end and strides, and its masks.
fn same_part(node: &mut Backward<'_>, op: &str, first: &Outlet, last: Option<&Outlet>) -> Result<Outlet> {
    let (attrs, begin, end, strides) = (node.attrs(), node.input(1)?, node.input(2)?, node.input(3)?);
    let mut made = node.op(op).inputs([first, &begin, &end, &strides]).inputs(last);
    for mask in ["begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"] {
        made = made.attr(mask, attrs.int(mask)?);
    }
    made.finish()
}

/// Zeros around the part that was taken.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, begin, dy) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let shape = shape_as(node, &x, begin.dtype())?;
    let dx = same_part(node, "StridedSliceGrad", &shape, Some(&dy))?;
    Ok(by_first(node, Some(dx.into())))
}

/// The part of the gradient where `dy` lies.
fn gradient_of_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let dy = node.grad(0)?;
    let part = same_part(node, "StridedSlice", &dy, None)?;
    Ok(by_input(node, 4, Some(part.into())))
}

/// The value takes its part of the gradient from the tensor.
fn gradient_of_update(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (value, dy) = (node.input(4)?, node.grad(0)?);
    let zeros = node.call("ZerosLike", &[&value])?;
    let dx = same_part(node, "TensorStridedSliceUpdate", &dy, Some(&zeros))?;
    let part = same_part(node, "StridedSlice", &dy, None)?;
    Ok(vec![Some(dx.into()), None, None, None, Some(part.into())])
}
