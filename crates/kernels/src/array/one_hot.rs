//! OneHot: along a new axis of size `depth`, the on-value where the index says and the off-value elsewhere. An index out of
//! range is on nowhere.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use super::elements::{Unit, axis_of, by_unit, copies, ints, product, single_int, take};
use crate::{Build, Kernel, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("OneHot", one_hot)];

fn one_hot(node: &Node) -> Result<Kernel> {
    let dim = node.attrs.int("axis")?;
    let dtype = node.output_types[0].dtype;
    if !matches!(node.input_types[0].dtype, DType::UInt8 | DType::Int8 | DType::Int32 | DType::Int64) {
        return Err(unsupported(node));
    }
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [indices, depth, on, off] = take(inputs)?;
        let places = indices.shape().rank() + 1;
        let Some(axis) = axis_of(dim, places).filter(|_| dim >= -1) else {
            return Err(invalid_argument(format!(
                "Expected axis to be -1 or between [0, {places}).  But received: {dim}"
            )));
        };
        for (name, scalar) in [("depth", &depth), ("on_value", &on), ("off_value", &off)] {
            if scalar.shape().rank() != 0 {
                return Err(invalid_argument(format!("{name} must be a scalar, but got: {}", scalar.shape())));
            }
        }
        let depth = single_int(&depth).unwrap_or(-1);
        let Ok(size) = usize::try_from(depth) else {
            return Err(invalid_argument(format!("depth must be non-negative, got: {depth}")));
        };
        let mut sizes = indices.shape().to_vec();
        sizes.insert(axis, size);
        let shape = Shape::new(&sizes)?;
        Ok(vec![by_unit!(dtype, U => spread::<U>(&ints(&indices)?, axis, shape, &on, &off))?])
    })))
}

fn spread<U: Unit>(indices: &[i64], axis: usize, shape: Shape, on: &Tensor, off: &Tensor) -> Result<Tensor> {
    let (on_value, off_value) = (U::of(on)?[0].clone(), U::of(off)?[0].clone());
    let mut elements = copies(off_value, shape.num_elements())?;
    let (depth, inner) = (shape[axis], product(&shape[axis + 1..]));
    if shape.num_elements() > 0 {
        for (outer, row) in indices.chunks_exact(inner).enumerate() {
            for (k, &index) in row.iter().enumerate() {
                if let Some(index) = usize::try_from(index).ok().filter(|&index| index < depth) {
                    elements[(outer * depth + index) * inner + k] = on_value.clone();
                }
            }
        }
    }
    U::into_tensor(on.dtype(), shape, elements)
}
