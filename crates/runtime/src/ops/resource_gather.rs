//! `ResourceGather`, `ResourceGatherNd`: kernels that are given the variable's value in the place of its handle.

use regatta_graph::Node;
use regatta_kernels::Kernel;
use regatta_status::{Result, internal};

use crate::{
    action::Stateful,
    ops::{next_tensor, resource_variable},
    value::Value,
};

/// The parts of the variable that the other inputs name. The variable is not locked while they are copied: what is read is
/// a snapshot.
pub(crate) fn gather(node: &Node) -> Result<Stateful> {
    let Kernel::Compute(compute) = regatta_kernels::build(node)? else {
        return Err(internal(format!("{} changes variables", node.op.name)));
    };
    let dtype = node.output_types.first().map(|ty| ty.dtype);
    Ok(Box::new(move |step, inputs| {
        let mut inputs = inputs.into_iter();
        let handle = next_tensor(&mut inputs)?;
        let mut tensors = vec![resource_variable::read_as(step, &handle, dtype)?];
        for input in inputs {
            tensors.push(input.into_tensor()?);
        }
        Ok(compute(tensors)?.into_iter().map(Value::from).collect())
    }))
}
