//! SparseSplit: a sparse tensor cut along an axis into parts, of which the first are larger by one if they cannot all be equal.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use super::coordinates::{Coordinates, matrix, picked};
use crate::{
    Build, Kernel,
    array::elements::{axis_of, single_int, take},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("SparseSplit", sparse_split)];

fn sparse_split(node: &Node) -> Result<Kernel> {
    let parts = node.output_types.len() / 3;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [dim, indices, values, shape] = take(inputs)?;
        let coordinates = Coordinates::new(&indices, &values, &shape)?;
        let rank = coordinates.sizes.len();
        let Some(dim) = single_int(&dim) else { return Err(invalid_argument("split_dim must be a scalar")) };
        let axis = axis_of(dim, rank).ok_or_else(|| {
            invalid_argument(format!("Input split_dim should be between 0 and rank ({rank}), got {dim}"))
        })?;
        let size = coordinates.sizes[axis];
        if parts == 0 || size < parts as i64 {
            return Err(invalid_argument(format!(
                "Input num_split should be between 1 and the splitting dimension size ({size}), got {parts}"
            )));
        }
        coordinates.check_bounds()?;
        let (length, longer) = (size / parts as i64, size % parts as i64);
        let (mut places, mut parted, mut shapes) = (Vec::new(), Vec::new(), Vec::new());
        let mut begin = 0;
        for part in 0..parts as i64 {
            let end = begin + length + i64::from(part < longer);
            let inside: Vec<usize> =
                (0..coordinates.count).filter(|&k| (begin..end).contains(&coordinates.of(k)[axis])).collect();
            let mut numbers: Vec<i64> = inside.iter().flat_map(|&k| coordinates.of(k)).copied().collect();
            numbers.chunks_exact_mut(rank).for_each(|row| row[axis] -= begin);
            let mut sizes = coordinates.sizes.clone();
            sizes[axis] = end - begin;
            places.push(matrix(numbers, rank, inside.len())?);
            parted.push(picked(&values, &inside)?);
            shapes.push(Tensor::vector(sizes));
            begin = end;
        }
        Ok(places.into_iter().chain(parted).chain(shapes).collect())
    })))
}
