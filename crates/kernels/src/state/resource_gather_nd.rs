//! ResourceGatherNd: the parts of a variable that the rows of indices name. The caller puts the variable's value in the place
//! of its handle.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor};

use super::scatter_nd::Parts;
use crate::{
    Build, Kernel,
    array::elements::{Unit, by_unit, room_for, take},
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("ResourceGatherNd", resource_gather_nd)];

fn resource_gather_nd(node: &Node) -> Result<Kernel> {
    if !matches!(node.input_types[1].dtype, DType::Int32 | DType::Int64) {
        return Err(unsupported(node));
    }
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [params, indices] = take(inputs)?;
        if params.shape().rank() == 0 {
            return Err(invalid_argument("params must be at least a vector"));
        }
        let parts = Parts::of(params.shape(), &indices, false)?;
        if params.num_elements() == 0 && !parts.starts.is_empty() {
            return Err(invalid_argument(format!(
                "Requested more than 0 entries, but params is empty.  Params shape: {}",
                params.shape()
            )));
        }
        Ok(vec![by_unit!(params.dtype(), U => gather::<U>(&params, parts))?])
    })))
}

fn gather<U: Unit>(params: &Tensor, parts: Parts) -> Result<Tensor> {
    let source = if params.num_elements() == 0 { &[] } else { U::of(params)? };
    let mut elements = room_for(parts.shape.num_elements())?;
    for start in parts.starts.into_iter().flatten() {
        elements.extend_from_slice(&source[start..][..parts.width]);
    }
    U::into_tensor(params.dtype(), parts.shape, elements)
}
