//! DiagPart: the elements of a tensor of even rank where both halves of the index are the same.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::{
    diag::is_supported,
    elements::{Unit, by_unit, room_for},
};
use crate::{Build, Kernel, math::output::compute, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("DiagPart", diag_part)];

fn diag_part(node: &Node) -> Result<Kernel> {
    if !is_supported(node.output_types[0].dtype) {
        return Err(unsupported(node));
    }
    Ok(compute(|[tensor]| {
        let sizes = tensor.shape();
        if sizes.rank() % 2 != 0 {
            return Err(invalid_argument(format!("The rank of the tensor should be even, got shape {sizes}")));
        }
        let (left, right) = sizes.split_at(sizes.rank() / 2);
        if left != right {
            return Err(invalid_argument(format!("Invalid shape {sizes}: both halves must be the same")));
        }
        let shape = Shape::new(left)?;
        by_unit!(tensor.dtype(), U => taken::<U>(&tensor, shape))
    }))
}

fn taken<U: Unit>(tensor: &Tensor, shape: Shape) -> Result<Tensor> {
    let (source, count) = (U::of(tensor)?, shape.num_elements());
    let mut elements = room_for::<U>(count)?;
    elements.extend((0..count).map(|k| source[k * count + k].clone()));
    U::into_tensor(tensor.dtype(), shape, elements)
}
