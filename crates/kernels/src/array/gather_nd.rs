//! GatherNd: the blocks of `params` whose first coordinates the rows of the indices are.
//!
//! ```text
//! shape  indices[..-1] + params[indices[-1]..]
//! ```

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use super::{
    elements::{Unit, by_unit, product, room_for},
    places::{BadPlaces, places},
};
use crate::{Build, Kernel, math::output::compute, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("GatherNd", gather_nd)];

fn gather_nd(node: &Node) -> Result<Kernel> {
    if !matches!(node.input_types[1].dtype, DType::Int16 | DType::Int32 | DType::Int64) {
        return Err(unsupported(node));
    }
    let bad = BadPlaces::of(node)?;
    Ok(compute(move |[params, indices]| by_unit!(params.dtype(), U => gathered::<U>(&params, &indices, bad))))
}

fn gathered<U: Unit>(params: &Tensor, indices: &Tensor, bad: BadPlaces) -> Result<Tensor> {
    let (from, by) = (params.shape(), indices.shape());
    if from.rank() == 0 {
        return Err(invalid_argument("params must be at least a vector"));
    }
    let Some((&depth, head)) = by.split_last() else {
        return Err(invalid_argument("indices must be at least a vector"));
    };
    if depth > from.rank() {
        return Err(invalid_argument(format!(
            "index innermost dimension length must be <= params rank; saw: {depth} vs. {}",
            from.rank()
        )));
    }
    let shape = Shape::new(&[head, &from[depth..]].concat())?;
    if product(head) > 0 && params.num_elements() == 0 {
        return Err(invalid_argument(format!(
            "Requested more than 0 entries, but params is empty.  Params shape: {from}"
        )));
    }
    let block = product(&from[depth..]);
    let source = U::of(params)?;
    let mut elements = room_for::<U>(shape.num_elements())?;
    for place in places(indices, &from[..depth], bad)? {
        match place {
            Some(place) => elements.extend_from_slice(&source[place * block..(place + 1) * block]),
            None => elements.resize(elements.len() + block, U::default()),
        }
    }
    U::into_tensor(params.dtype(), shape, elements)
}
