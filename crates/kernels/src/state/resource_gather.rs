//! ResourceGather: GatherV2 of what the variable holds, along the axis behind the batch. The caller puts the variable's value
//! in the place of its handle.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal};
use regatta_tensor::Tensor;

use crate::{Build, Kernel, array::elements::take, find, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ResourceGather", resource_gather)];

fn resource_gather(node: &Node) -> Result<Kernel> {
    let batch_dims = node.attrs.int("batch_dims")?;
    let gather = find("GatherV2").ok_or_else(|| unsupported(node))?;
    let Kernel::Compute(gather) = gather(node)? else { return Err(internal("GatherV2 changes variables")) };
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [params, indices] = take(inputs)?;
        let rank = indices.shape().rank() as i64;
        let axis = if batch_dims < 0 { batch_dims.saturating_add(rank) } else { batch_dims };
        gather(vec![params, indices, Tensor::scalar(axis)])
    })))
}
