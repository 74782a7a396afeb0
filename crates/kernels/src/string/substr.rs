//! Substr: a part of each string, from a position on (negative ones count from the end) and of a length at most.
//!
//! `pos` and `len` have one shape, against which that of the strings is broadcast, at most to a matrix.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument, unimplemented};
use regatta_tensor::{Shape, Tensor};

use super::text::is_trail_byte;
use crate::{
    Build, Kernel,
    array::elements::{ints, room_for, take},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("Substr", substr)];

/// What positions and lengths count.
#[derive(Clone, Copy)]
pub(super) enum Unit {
    Byte,
    Utf8Char,
}

impl Unit {
    pub(super) fn named(name: &str) -> Result<Unit> {
        match name {
            "BYTE" => Ok(Unit::Byte),
            "UTF8_CHAR" => Ok(Unit::Utf8Char),
            other => Err(invalid_argument(format!(
                "Value for attr 'unit' of \"{other}\" is not in the list of allowed values: \"BYTE\", \"UTF8_CHAR\""
            ))),
        }
    }
}

fn substr(node: &Node) -> Result<Kernel> {
    let unit = Unit::named(node.attrs.str("unit")?)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [input, pos, len] = take(inputs)?;
        if pos.shape() != len.shape() {
            let (pos, len) = (pos.shape(), len.shape());
            return Err(invalid_argument(format!("pos and len should have the same shape, got: {pos} vs. {len}")));
        }
        let shape = joint_shape(input.shape(), pos.shape())?;
        let (strings, positions, lengths) = (input.as_strings()?, ints(&pos)?, ints(&len)?);
        let mut parts = room_for(shape.num_elements())?;
        for k in 0..shape.num_elements() {
            let string = strings[source(k, &shape, input.shape())].as_slice();
            let at = source(k, &shape, pos.shape());
            let part = match unit {
                Unit::Byte => byte_part(string, positions[at], lengths[at]),
                Unit::Utf8Char => char_part(string, positions[at], lengths[at]),
            };
            let refuse = || {
                let text = String::from_utf8_lossy(string);
                invalid_argument(format!("pos {} out of range for string b'{text}' at index {k}", positions[at]))
            };
            parts.push(part.ok_or_else(refuse)?.to_vec());
        }
        Ok(vec![Tensor::strings(shape, parts)?])
    })))
}

/// The shape that strings and positions broadcast to.
fn joint_shape(strings: &Shape, positions: &Shape) -> Result<Shape> {
    if strings == positions || positions.rank() == 0 {
        return Ok(strings.clone());
    }
    let rank = strings.rank().max(positions.rank());
    let mut sizes = vec![1; rank];
    for (k, size) in sizes.iter_mut().enumerate() {
        let of = |shape: &Shape| (k + shape.rank()).checked_sub(rank).map_or(1, |k| shape[k]);
        *size = match (of(strings), of(positions)) {
            (m, n) if m == n || n == 1 => m,
            (1, n) => n,
            _ => return Err(invalid_argument(format!("Incompatible shapes: {strings} vs. {positions}"))),
        };
    }
    if rank > 2 {
        return Err(unimplemented(format!("Substr broadcast not implemented for {rank} dimensions")));
    }
    Shape::new(&sizes)
}

/// Where the `k`th element of a broadcast result comes from.
fn source(mut k: usize, shape: &Shape, from: &Shape) -> usize {
    let (mut index, mut step) = (0, 1);
    for (size, own) in shape.iter().rev().zip(from.iter().rev()) {
        if *own != 1 {
            index += k % size * step;
        }
        k /= size;
        step *= own;
    }
    index
}

/// A negative length reaches to the end, as an unsigned one would that is as large.
fn byte_part(string: &[u8], pos: i64, len: i64) -> Option<&[u8]> {
    let size = string.len() as i64;
    let start = if pos < 0 { pos.checked_add(size)? } else { pos };
    if !(0..=size).contains(&start) {
        return None;
    }
    let len = if len < 0 { size } else { len };
    string.get(start as usize..start.saturating_add(len).min(size) as usize)
}

/// Characters are counted from the end that `pos` counts from.
fn char_part(string: &[u8], pos: i64, len: i64) -> Option<&[u8]> {
    if pos >= 0 {
        let start = forward(string, 0, pos)?;
        let end = forward(string, start, len.max(0)).unwrap_or(string.len());
        return string.get(start..end);
    }
    if len < 0 {
        return None;
    }
    let behind = pos.checked_neg()?.saturating_sub(len).max(0);
    let end = back(string, string.len(), behind)?;
    let start = back(string, end, pos.checked_neg()? - behind)?;
    string.get(start..end)
}

/// The place so many characters further on, if there are as many.
fn forward(string: &[u8], mut at: usize, count: i64) -> Option<usize> {
    for _ in 0..count {
        string.get(at)?;
        at += 1;
        while string.get(at).copied().is_some_and(is_trail_byte) {
            at += 1;
        }
    }
    Some(at)
}

/// The place so many characters further back, if there are as many.
fn back(string: &[u8], mut at: usize, count: i64) -> Option<usize> {
    for _ in 0..count {
        at = at.checked_sub(1)?;
        while at > 0 && is_trail_byte(string[at]) {
            at -= 1;
        }
    }
    Some(at)
}
