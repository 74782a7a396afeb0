//! Ops that repeat elements or surround them: Tile, Fill, BroadcastTo, Pad, OneHot.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::known::{axis_of, constant_int, constant_ints, input, input_of_rank, merge_size, shape_input, vector_len};
use crate::{op_def::AttrsExt, shape_rule::ShapeQuery};

/// Each size times its multiple.
pub(crate) fn tile(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input(query, 0);
    let Some(rank) = merge_size(source.rank(), vector_len(query, 1)?)? else {
        return Ok(vec![PartialShape::unknown()]);
    };
    let (Some(sizes), Some(multiples)) = (source.sizes(), constant_ints(query, 1)) else {
        return Ok(vec![PartialShape::of_rank(rank)]);
    };
    let tiled = sizes.iter().zip(&multiples).map(|(size, &multiple)| match usize::try_from(multiple) {
        Ok(multiple) => match size {
            Some(size) => {
                size.checked_mul(multiple).map(Some).ok_or_else(|| invalid_argument("a tiled size overflows"))
            }
            None => Ok((multiple == 0).then_some(0)),
        },
        Err(_) => Err(invalid_argument(format!("Expected multiples >= 0, but got {multiple}"))),
    });
    Ok(vec![PartialShape::new(tiled.collect::<Result<_>>()?)])
}

/// The shape that the first input spells out; the second is a scalar.
pub(crate) fn fill(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    input_of_rank(query, 1, 0)?;
    Ok(vec![shape_input(query, 0)?])
}

/// The shape that the second input spells out.
pub(crate) fn broadcast_to(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let wanted = shape_input(query, 1)?;
    let source = input(query, 0);
    if let (Some(have), Some(want)) = (source.sizes(), wanted.sizes()) {
        let refused = || invalid_argument(format!("Incompatible shapes: {source} vs. {wanted}"));
        let skipped = want.len().checked_sub(have.len()).ok_or_else(refused)?;
        let mut sizes = want.to_vec();
        for (have, want) in have.iter().zip(&mut sizes[skipped..]) {
            match (*have, *want) {
                (Some(1) | None, _) => {}
                // What is not 1 cannot be stretched.
                (Some(have), None) => *want = Some(have),
                (Some(have), Some(want)) if have == want => {}
                _ => return Err(refused()),
            }
        }
        return Ok(vec![PartialShape::new(sizes)]);
    }
    Ok(vec![wanted])
}

/// Each size with what comes before and after it.
pub(crate) fn pad(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let paddings = input_of_rank(query, 1, 2)?;
    let source = input(query, 0);
    let rows = paddings.sizes().and_then(|sizes| sizes[0]);
    merge_size(paddings.sizes().and_then(|sizes| sizes[1]), Some(2))?;
    let Some(rank) = merge_size(source.rank(), rows)? else { return Ok(vec![PartialShape::unknown()]) };
    let (Some(sizes), Some(pads)) = (source.sizes(), constant_ints(query, 1)) else {
        return Ok(vec![PartialShape::of_rank(rank)]);
    };
    let padded = sizes.iter().zip(pads.chunks_exact(2)).map(|(size, pad)| {
        let around = usize::try_from(pad[0]).ok().zip(usize::try_from(pad[1]).ok());
        let Some((before, after)) = around else {
            return Err(invalid_argument(format!("Paddings must be non-negative: {} {}", pad[0], pad[1])));
        };
        Ok(size.and_then(|size| size.checked_add(before)?.checked_add(after)))
    });
    Ok(vec![PartialShape::new(padded.collect::<Result<_>>()?)])
}

/// The shape of the indices with an axis of the given depth.
pub(crate) fn one_hot(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    for scalar in 1..4 {
        input_of_rank(query, scalar, 0)?;
    }
    let depth = match constant_int(query, 1) {
        Some(depth) => Some(usize::try_from(depth).map_err(|_| invalid_argument("depth must be non-negative"))?),
        None => None,
    };
    let indices = input(query, 0);
    let Some(sizes) = indices.sizes() else { return Ok(vec![indices]) };
    let axis = query.node.attrs.int("axis")?;
    if axis < -1 {
        return Err(invalid_argument("axis must be >= -1"));
    }
    let axis = axis_of(axis, sizes.len() + 1)?;
    let mut sizes = sizes.to_vec();
    sizes.insert(axis, depth);
    Ok(vec![PartialShape::new(sizes)])
}
