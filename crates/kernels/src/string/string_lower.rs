//! StringLower: ASCII letters in lower case, or with `encoding='utf-8'` all letters that have one.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};

use super::text;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("StringLower", string_lower)];

fn string_lower(node: &Node) -> Result<Kernel> {
    Ok(match is_unicode(node)? {
        false => text::each(|bytes| Ok(bytes.to_ascii_lowercase())),
        true => text::each(|bytes| Ok(String::from_utf8_lossy(bytes).to_lowercase().into_bytes())),
    })
}

/// Whether the strings are UTF-8 and not just bytes.
pub(super) fn is_unicode(node: &Node) -> Result<bool> {
    match node.attrs.str("encoding")? {
        "" => Ok(false),
        "utf-8" => Ok(true),
        other => Err(invalid_argument(format!("only utf-8 or '' (no encoding) is supported, received {other}"))),
    }
}
