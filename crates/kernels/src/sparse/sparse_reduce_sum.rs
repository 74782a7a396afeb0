//! SparseReduceSum: the sum of a sparse tensor along axes, as a dense tensor.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, Shape, Tensor, bf16, f16};

use super::coordinates::Coordinates;
use crate::{
    Build, Kernel,
    array::elements::{axis_of, copies, ints},
    dispatch::dispatch,
    math::{number::Number, output::compute},
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("SparseReduceSum", sparse_reduce_sum)];

fn sparse_reduce_sum(node: &Node) -> Result<Kernel> {
    let keep = node.attrs.bool("keep_dims")?;
    let run: fn(&Coordinates, &Tensor, &[bool], bool) -> Result<Tensor> = dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => summed::<T>,
        else return Err(unsupported(node))
    );
    Ok(compute(move |[indices, values, shape, axes]| {
        let coordinates = Coordinates::new(&indices, &values, &shape)?;
        let rank = coordinates.sizes.len();
        let mut gone = vec![false; rank];
        for axis in ints(&axes)? {
            let axis = axis_of(axis, rank).ok_or_else(|| {
                invalid_argument(format!("Invalid reduction dimension {axis}, for input with {rank} dimensions."))
            })?;
            gone[axis] = true;
        }
        coordinates.check_bounds()?;
        run(&coordinates, &values, &gone, keep)
    }))
}

fn summed<T: Number>(coordinates: &Coordinates, values: &Tensor, gone: &[bool], keep: bool) -> Result<Tensor> {
    let mut sizes = Vec::new();
    for (&size, &gone) in coordinates.sizes.iter().zip(gone) {
        match (gone, keep) {
            (true, true) => sizes.push(1),
            (true, false) => {}
            _ => sizes.push(usize::try_from(size).map_err(|_| invalid_argument("a size is negative"))?),
        }
    }
    let shape = Shape::new(&sizes)?;
    let mut sums = copies(T::ZERO, shape.num_elements())?;
    for (row, value) in coordinates.rows().zip(values.values::<T>()?) {
        let kept = row.iter().zip(&coordinates.sizes).zip(gone).filter(|(_, gone)| !**gone);
        let place = kept.fold(0usize, |place, ((&at, &size), _)| place * size as usize + at as usize);
        sums[place] = sums[place].add(*value);
    }
    Tensor::new(shape, sums)
}
