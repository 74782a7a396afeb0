//! StringFormat: a template with each placeholder replaced by an input, shown as numpy would.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use super::{shown::nested, text::bytes_attr};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("StringFormat", string_format)];

fn string_format(node: &Node) -> Result<Kernel> {
    let (template, placeholder) = (bytes_attr(node, "template")?, bytes_attr(node, "placeholder")?);
    let summarize = node.attrs.int("summarize")?;
    let pieces = pieces(&template, &placeholder);
    let (places, count) = (pieces.len() - 1, node.input_types.len());
    if places != count {
        return Err(invalid_argument(format!(
            "num placeholders in template and num inputs must match: {places} vs. {count}"
        )));
    }
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let mut text = Vec::new();
        for (k, piece) in pieces.iter().enumerate() {
            text.extend_from_slice(piece);
            if let Some(input) = inputs.get(k) {
                text.extend(nested(input, summarize));
            }
        }
        Ok(vec![Tensor::string(text)])
    })))
}

/// What stands before, between and behind the placeholders.
fn pieces(template: &[u8], placeholder: &[u8]) -> Vec<Vec<u8>> {
    let (mut pieces, mut rest) = (Vec::new(), template);
    while !placeholder.is_empty()
        && let Some(at) = rest.windows(placeholder.len()).position(|window| window == placeholder)
    {
        pieces.push(rest[..at].to_vec());
        rest = &rest[at + placeholder.len()..];
    }
    pieces.push(rest.to_vec());
    pieces
}
