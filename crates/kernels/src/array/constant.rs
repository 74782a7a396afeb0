//! Const: a value that is part of the graph, shared by all steps.

use regatta_graph::{AttrValue, AttrsExt, Node};
use regatta_status::{Result, invalid_argument};

use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Const", constant)];

fn constant(node: &Node) -> Result<Kernel> {
    let AttrValue::Tensor(value) = node.attrs.get_attr("value")?.clone() else {
        return Err(invalid_argument("attr 'value' is not a tensor"));
    };
    let dtype = node.attrs.dtype("dtype")?;
    if value.dtype() != dtype {
        return Err(invalid_argument(format!("Type mismatch between value ({}) and dtype ({dtype})", value.dtype())));
    }
    Ok(Kernel::Compute(Box::new(move |_| Ok(vec![value.clone()]))))
}
