//! Placeholder: a value that a step must be fed. Its kernel only runs where it was not.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};

use super::identity::identity;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Placeholder", placeholder), ("PlaceholderWithDefault", identity)];

fn placeholder(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("dtype")?;
    let shape = node.attrs.shape("shape")?;
    // TensorFlow is silent about the shape `[]` too, which old clients write for one that is not known.
    let shape = if shape.rank().unwrap_or(0) > 0 { format!(" and shape {shape}") } else { String::new() };
    let text = format!("You must feed a value for placeholder tensor '{}' with dtype {dtype}{shape}", node.name);
    Ok(Kernel::Compute(Box::new(move |_| Err(invalid_argument(text.clone())))))
}
