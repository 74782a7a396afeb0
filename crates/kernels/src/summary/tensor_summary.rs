//! TensorSummary, TensorSummaryV2: a whole tensor, such as a text, with what a plugin of TensorBoard's needs to show it.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor};

use super::scalar_tag;
use crate::{
    Build, Kernel,
    array::elements::take,
    parsing::tensor_message,
    proto::{Message, fields},
    string::text::scalar,
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("TensorSummary", tensor_summary), ("TensorSummaryV2", tensor_summary_v2)];

fn tensor_summary(node: &Node) -> Result<Kernel> {
    has_bytes(node, 0)?;
    let name = node.name.clone();
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [tensor] = take(inputs)?;
        let mut entry = Message::default();
        entry.text(7, name.as_bytes());
        entry.bytes(8, &tensor_message::write(&tensor)?);
        Ok(vec![alone(entry)])
    })))
}

fn tensor_summary_v2(node: &Node) -> Result<Kernel> {
    has_bytes(node, 1)?;
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [tag, tensor, metadata] = take(inputs)?;
        let tag = scalar_tag(&tag)?;
        let metadata = scalar(&metadata, |shape| format!("serialized_summary_metadata must be a scalar, got {shape}"))?;
        if fields(metadata).is_none() {
            return Err(invalid_argument("serialized_summary_metadata is no SummaryMetadata message"));
        }
        let mut entry = Message::default();
        entry.text(1, tag);
        entry.bytes(8, &tensor_message::write(&tensor)?);
        entry.bytes(9, metadata);
        Ok(vec![alone(entry)])
    })))
}

fn has_bytes(node: &Node, input: usize) -> Result<()> {
    match node.input_types[input].dtype {
        DType::Resource | DType::Variant => Err(unsupported(node)),
        _ => Ok(()),
    }
}

/// A summary of one value.
fn alone(entry: Message) -> Tensor {
    let mut summary = Message::default();
    summary.bytes(1, &entry.finish());
    Tensor::string(summary.finish())
}
