//! DecodeBase64: what `EncodeBase64` has written, padded or not.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};

use super::{encode_base64::ALPHABET, text};
use crate::{Build, Kernel, array::elements::room_for};

pub(super) const KERNELS: &[(&str, Build)] = &[("DecodeBase64", decode_base64)];

fn decode_base64(_: &Node) -> Result<Kernel> {
    let mut values = [None; 256];
    for (value, digit) in (0u32..).zip(ALPHABET) {
        values[usize::from(*digit)] = Some(value);
    }
    Ok(text::each(move |bytes| decode(bytes, &values)))
}

fn decode(bytes: &[u8], values: &[Option<u32>; 256]) -> Result<Vec<u8>> {
    // Padding is there to make whole groups of four; elsewhere it is a character like any other, and a wrong one.
    let padding = match bytes {
        [.., b'=', b'='] if bytes.len().is_multiple_of(4) => 2,
        [.., b'='] if bytes.len().is_multiple_of(4) => 1,
        _ => 0,
    };
    let digits = &bytes[..bytes.len() - padding];
    if digits.len() % 4 == 1 {
        return Err(invalid_argument("Base64 string length cannot be 1 modulo 4."));
    }
    let mut decoded = room_for(digits.len().div_ceil(4) * 3)?;
    for group in digits.chunks(4) {
        let mut bits = 0;
        for (k, digit) in group.iter().enumerate() {
            let value = values[usize::from(*digit)];
            bits |= value.ok_or_else(|| invalid_argument("Invalid character found in base64."))? << (18 - 6 * k);
        }
        decoded.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    Ok(decoded)
}
