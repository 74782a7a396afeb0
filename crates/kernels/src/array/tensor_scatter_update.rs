//! TensorScatterUpdate: a tensor with other blocks at the places that the indices name.

use regatta_graph::Node;
use regatta_status::Result;

use super::{
    places::{BadPlaces, check_index_type},
    scatter::replaced,
};
use crate::{Build, Kernel, math::output::compute};

pub(super) const KERNELS: &[(&str, Build)] = &[("TensorScatterUpdate", tensor_scatter_update)];

fn tensor_scatter_update(node: &Node) -> Result<Kernel> {
    check_index_type(node, 1)?;
    let bad = BadPlaces::of(node)?;
    Ok(compute(move |[tensor, indices, updates]| replaced(&tensor, &indices, &updates, bad)))
}
