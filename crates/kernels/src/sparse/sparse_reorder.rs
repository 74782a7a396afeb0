//! SparseReorder: a sparse tensor with its values in row-major order.

use regatta_graph::Node;
use regatta_status::Result;

use super::coordinates::{Coordinates, matrix, picked};
use crate::{
    Build, Kernel,
    array::elements::{room_for, take},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("SparseReorder", sparse_reorder)];

fn sparse_reorder(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [indices, values, shape] = take(inputs)?;
        let coordinates = Coordinates::new(&indices, &values, &shape)?;
        let order = coordinates.order();
        let mut numbers = room_for(indices.num_elements())?;
        order.iter().for_each(|&k| numbers.extend_from_slice(coordinates.of(k)));
        Ok(vec![matrix(numbers, coordinates.sizes.len(), coordinates.count)?, picked(&values, &order)?])
    })))
}
