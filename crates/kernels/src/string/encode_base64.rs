//! EncodeBase64: bytes in the alphabet that is safe in file names and addresses (`-` and `_`), without padding unless asked.

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;

use super::text;
use crate::{Build, Kernel, array::elements::room_for};

pub(super) const KERNELS: &[(&str, Build)] = &[("EncodeBase64", encode_base64)];

pub(super) const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn encode_base64(node: &Node) -> Result<Kernel> {
    let pad = node.attrs.bool("pad")?;
    Ok(text::each(move |bytes| encode(bytes, pad)))
}

fn encode(bytes: &[u8], pad: bool) -> Result<Vec<u8>> {
    let mut encoded = room_for(bytes.len().div_ceil(3) * 4)?;
    for group in bytes.chunks(3) {
        let byte = |k: usize| u32::from(group.get(k).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let digit = |k: usize| ALPHABET[(bits >> (18 - 6 * k) & 63) as usize];
        // A group of n bytes needs n + 1 digits.
        encoded.extend((0..=group.len()).map(digit));
        if pad {
            encoded.extend(std::iter::repeat_n(b'=', 3 - group.len()));
        }
    }
    Ok(encoded)
}
