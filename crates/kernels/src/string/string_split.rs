//! StringSplit, StringSplitV2: the pieces of each string of a vector, as a sparse matrix with a row for each string.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::text::{is_space, scalar};
use crate::{Build, Kernel, array::elements::take};

pub(super) const KERNELS: &[(&str, Build)] = &[("StringSplit", string_split), ("StringSplitV2", string_split_v2)];

/// Any byte of the delimiter parts; with none, every byte is a piece.
fn string_split(node: &Node) -> Result<Kernel> {
    let skip_empty = node.attrs.bool("skip_empty")?;
    Ok(splits("delimiter", move |string, delimiters| {
        // Nothing has no pieces, not even an empty one.
        if string.is_empty() {
            return Vec::new();
        }
        if delimiters.is_empty() {
            return string.chunks(1).collect();
        }
        let pieces = string.split(|byte| delimiters.contains(byte));
        pieces.filter(|piece| !skip_empty || !piece.is_empty()).collect()
    }))
}

/// As Python's `str.split`: the separator parts as a whole; with none, runs of white space do.
fn string_split_v2(node: &Node) -> Result<Kernel> {
    let limit = match node.attrs.int("maxsplit")? {
        limit @ 0.. => usize::try_from(limit).unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    Ok(splits("sep", move |string, separator| match (limit, separator.is_empty()) {
        (0, _) => vec![string],
        (_, true) => at_spaces(string, limit),
        (_, false) => at_separators(string, separator, limit),
    }))
}

fn at_spaces(string: &[u8], limit: usize) -> Vec<&[u8]> {
    let skip = |bytes: &[u8]| bytes.iter().position(|byte| !is_space(*byte)).unwrap_or(bytes.len());
    let mut rest = &string[skip(string)..];
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at(rest.iter().position(|byte| is_space(*byte)).unwrap_or(rest.len()));
        pieces.push(piece);
        rest = &behind[skip(behind)..];
        if pieces.len() == limit {
            // What is left is a piece even if it is empty, where Python would not have it.
            pieces.push(rest);
            break;
        }
    }
    pieces
}

fn at_separators<'a>(string: &'a [u8], separator: &[u8], limit: usize) -> Vec<&'a [u8]> {
    let mut pieces = Vec::new();
    let mut rest = string;
    while pieces.len() < limit
        && let Some(at) = rest.windows(separator.len()).position(|window| window == separator)
    {
        pieces.push(&rest[..at]);
        rest = &rest[at + separator.len()..];
    }
    pieces.push(rest);
    pieces
}

fn splits(
    parter: &'static str,
    split: impl for<'a> Fn(&'a [u8], &[u8]) -> Vec<&'a [u8]> + Send + Sync + 'static,
) -> Kernel {
    Kernel::Compute(Box::new(move |inputs| {
        let [input, by] = take(inputs)?;
        if input.shape().rank() != 1 {
            return Err(invalid_argument(format!("input must be a vector, got shape: {}", input.shape())));
        }
        let by = scalar(&by, |shape| format!("{parter} must be a scalar, got shape: {shape}"))?;
        let strings = input.as_strings()?;
        let (mut indices, mut values, mut width) = (Vec::new(), Vec::new(), 0);
        for (row, string) in strings.iter().enumerate() {
            let pieces = split(string, by);
            width = width.max(pieces.len());
            for (column, piece) in pieces.into_iter().enumerate() {
                indices.extend([row as i64, column as i64]);
                values.push(piece.to_vec());
            }
        }
        let places = Shape::new(&[values.len(), 2])?;
        let values = Tensor::strings(Shape::vector(values.len()), values)?;
        let size = Tensor::vector(vec![strings.len() as i64, width as i64]);
        Ok(vec![Tensor::new(places, indices)?, values, size])
    }))
}
