//! StringUpper: ASCII letters in upper case, or with `encoding='utf-8'` all letters that have one.

use regatta_graph::Node;
use regatta_status::Result;

use super::{string_lower::is_unicode, text};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("StringUpper", string_upper)];

fn string_upper(node: &Node) -> Result<Kernel> {
    Ok(match is_unicode(node)? {
        false => text::each(|bytes| Ok(bytes.to_ascii_uppercase())),
        true => text::each(|bytes| Ok(String::from_utf8_lossy(bytes).to_uppercase().into_bytes())),
    })
}
