//! SparseConcat: sparse tensors one behind the other along an axis, in row-major order.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use super::coordinates::{Coordinates, matrix, picked};
use crate::{
    Build, Kernel,
    array::elements::{Unit, axis_of, by_unit, room_for},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("SparseConcat", sparse_concat)];

fn sparse_concat(node: &Node) -> Result<Kernel> {
    let dim = node.attrs.int("concat_dim")?;
    let dtype = node.output_types[1].dtype;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let count = inputs.len() / 3;
        let (indices, rest) = inputs.split_at(count);
        let (values, shapes) = rest.split_at(count);
        let parts =
            (0..count).map(|k| Coordinates::new(&indices[k], &values[k], &shapes[k])).collect::<Result<Vec<_>>>()?;
        let Some(first) = parts.first() else { return Err(internal("SparseConcat has no inputs")) };
        let rank = first.sizes.len();
        let axis = axis_of(dim, rank).ok_or_else(|| {
            invalid_argument(format!("Concat dimension must be in range [{}, {rank}), got {dim}", -(rank as i64)))
        })?;
        let mut sizes = first.sizes.clone();
        let (mut offset, mut numbers) = (0i64, Vec::new());
        for part in &parts {
            if part.sizes.len() != rank || (0..rank).any(|k| k != axis && part.sizes[k] != sizes[k]) {
                return Err(invalid_argument(format!(
                    "Input shapes must match except along axis {axis}: {:?} and {:?}",
                    first.sizes, part.sizes
                )));
            }
            part.check_bounds()?;
            let end =
                offset.checked_add(part.sizes[axis]).ok_or_else(|| invalid_argument("a joined size overflows"))?;
            for row in part.rows() {
                numbers.extend_from_slice(row);
                if let Some(at) = numbers.len().checked_sub(rank - axis) {
                    numbers[at] += offset;
                }
            }
            offset = end;
        }
        sizes[axis] = offset;
        let total = parts.iter().map(|part| part.count).sum();
        let (numbers, sizes) = (matrix(numbers, rank, total)?, Tensor::vector(sizes));
        let values = by_unit!(dtype, U => joined::<U>(values, dtype))?;
        let all = Coordinates::new(&numbers, &values, &sizes)?;
        let order = all.order();
        let mut sorted = room_for(numbers.num_elements())?;
        order.iter().for_each(|&k| sorted.extend_from_slice(all.of(k)));
        Ok(vec![matrix(sorted, rank, total)?, picked(&values, &order)?, sizes])
    })))
}

fn joined<U: Unit>(values: &[Tensor], dtype: DType) -> Result<Tensor> {
    let mut elements = Vec::new();
    for part in values {
        elements.extend_from_slice(U::of(part)?);
    }
    U::into_tensor(dtype, Shape::vector(elements.len()), elements)
}
