//! `DecodeRaw`: the bytes of strings as numbers.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::AttrsExt,
    op_def::{Op, op},
    ops::{
        array::known::constant_int,
        infer::{Dim, input, scalar},
    },
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "DecodeRaw(bytes:string) -> (output:out_type) {out_type:type, little_endian:bool=True}",
        "The bytes of each string as numbers.",
    )
    .shape(one_more)
    .flat(),
    op(
        "DecodePaddedRaw(input_bytes:string, fixed_length:int32) -> (output:out_type) {out_type:type, little_endian:bool=True}",
        "The bytes of each string as numbers, the strings cut or filled with zeros to one length.",
    )
    .shape(padded)
    .flat(),
];

/// The strings' shape, and a dimension for the numbers of each.
fn one_more(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    with_numbers(query, None)
}

fn padded(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    scalar(input(query, 1)?)?;
    let length = constant_int(query, 1).and_then(|length| usize::try_from(length).ok());
    let size = query.node.attrs.dtype("out_type")?.size();
    with_numbers(query, length.zip(size).map(|(length, size)| length / size))
}

fn with_numbers(query: &ShapeQuery<'_>, count: Dim) -> Result<Vec<PartialShape>> {
    let sizes = input(query, 0)?.sizes();
    Ok(vec![sizes.map_or_else(PartialShape::unknown, |sizes| PartialShape::new([sizes, &[count]].concat()))])
}
