//! MergeSummary: one `Summary` with the values of all inputs, no tag of which may come twice.
//!
//! Values are carried over as they are. What is inside them beyond the tag is not looked at; TensorFlow also refuses a value
//! whose histogram or image cannot be read.

use std::collections::HashSet;

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use crate::{
    Build, Kernel,
    proto::{Message, fields},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("MergeSummary", merge_summary)];

fn merge_summary(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let (mut merged, mut tags) = (Message::default(), HashSet::new());
        let unreadable = || invalid_argument("Could not parse one of the summary inputs");
        for summary in inputs.iter().map(Tensor::as_strings).collect::<Result<Vec<_>>>()?.into_iter().flatten() {
            for (field, contents) in fields(summary).ok_or_else(unreadable)? {
                let (1, Some(value)) = (field, contents.bytes()) else { continue };
                merged.bytes(1, value);
                let parts = fields(value).ok_or_else(unreadable)?;
                // A field that comes twice counts as its last.
                let tag = parts
                    .iter()
                    .rev()
                    .find(|(field, _)| *field == 1)
                    .and_then(|(_, tag)| tag.bytes())
                    .unwrap_or_default();
                if !tag.is_empty() && !tags.insert(tag) {
                    return Err(invalid_argument(format!(
                        "Duplicate tag {} found in summary inputs ",
                        String::from_utf8_lossy(tag)
                    )));
                }
            }
        }
        Ok(vec![Tensor::string(merged.finish())])
    })))
}
