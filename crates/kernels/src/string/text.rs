//! What kernels of strings share: attributes that are bytes, and one string from each string.

use regatta_graph::{AttrValue, AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use crate::{
    Kernel,
    array::elements::{room_for, take},
};

/// A string attribute, which need not be UTF-8.
pub(crate) fn bytes_attr(node: &Node, name: &str) -> Result<Vec<u8>> {
    match node.attrs.get_attr(name)? {
        AttrValue::String(value) => Ok(value.clone()),
        _ => Err(invalid_argument(format!("attr '{name}' is not a string"))),
    }
}

/// A kernel that makes one string of each string of its only input.
pub(super) fn each(change: impl Fn(&[u8]) -> Result<Vec<u8>> + Send + Sync + 'static) -> Kernel {
    Kernel::Compute(Box::new(move |inputs| {
        let [input] = take(inputs)?;
        Ok(vec![map(&input, &change)?])
    }))
}

/// One string from each string of a tensor.
pub(super) fn map(input: &Tensor, change: impl Fn(&[u8]) -> Result<Vec<u8>>) -> Result<Tensor> {
    let strings = input.as_strings()?;
    let mut changed = room_for(strings.len())?;
    for string in strings {
        changed.push(change(string)?);
    }
    Tensor::strings(input.shape().clone(), changed)
}

/// The string of a tensor that must be a scalar.
pub(crate) fn scalar(tensor: &Tensor, refuse: impl FnOnce(&Shape) -> String) -> Result<&[u8]> {
    match tensor.as_strings()? {
        [string] if tensor.shape().rank() == 0 => Ok(string),
        _ => Err(invalid_argument(refuse(tensor.shape()))),
    }
}

/// Whether a byte is one of C's white space.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r')
}

/// The bytes without white space at both ends.
pub(crate) fn trimmed(mut bytes: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = bytes
        && is_space(*first)
    {
        bytes = rest;
    }
    while let [rest @ .., last] = bytes
        && is_space(*last)
    {
        bytes = rest;
    }
    bytes
}

/// Whether a byte goes on with a UTF-8 character that an earlier byte began.
pub(super) fn is_trail_byte(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}
