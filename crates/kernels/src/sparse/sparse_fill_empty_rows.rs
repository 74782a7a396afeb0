//! SparseFillEmptyRows: a sparse tensor with a default value in the first column of every row that has none; values are put
//! in the order of their rows. SparseFillEmptyRowsGrad: the gradient by the values and by the default.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, Shape, Tensor, bf16, f16};

use super::coordinates::{Coordinates, matrix};
use crate::{
    Build, Kernel,
    array::elements::{Unit, by_unit, copies, ints, room_for, take},
    dispatch::dispatch,
    math::number::Number,
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("SparseFillEmptyRows", sparse_fill_empty_rows), ("SparseFillEmptyRowsGrad", sparse_fill_empty_rows_grad)];

fn sparse_fill_empty_rows(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [indices, values, shape, default] = take(inputs)?;
        if default.shape().rank() != 0 {
            return Err(invalid_argument(format!("default_value must be a scalar, saw: {}", default.shape())));
        }
        let coordinates = Coordinates::new(&indices, &values, &shape)?;
        by_unit!(values.dtype(), U => filled::<U>(&coordinates, &values, &default))
    })))
}

fn filled<U: Unit>(coordinates: &Coordinates, values: &Tensor, default: &Tensor) -> Result<Vec<Tensor>> {
    let Some(&rows) = coordinates.sizes.first() else {
        return Err(invalid_argument("Dense shape cannot be empty."));
    };
    let (rank, count) = (coordinates.sizes.len(), coordinates.count);
    let rows = usize::try_from(rows).map_err(|_| invalid_argument(format!("Dimension {rows} must be >= 0")))?;
    if rows == 0 && count > 0 {
        return Err(invalid_argument(format!(
            "Received SparseTensor with dense_shape[0] = 0 but indices.shape[0] = {count}"
        )));
    }
    // How many values each row has, and then where each row begins in the result.
    let mut starts = copies(0usize, rows)?;
    let mut row_of = room_for(count)?;
    for (k, place) in coordinates.rows().enumerate() {
        match usize::try_from(place[0]).ok().filter(|&row| row < rows) {
            Some(row) => {
                starts[row] += 1;
                row_of.push(row);
            }
            None => return Err(invalid_argument(format!("indices({k}, 0) is invalid: {} >= {rows}", place[0]))),
        }
    }
    let mut is_empty = room_for(rows)?;
    let mut total = 0usize;
    for start in &mut starts {
        is_empty.push(*start == 0);
        total += std::mem::replace(start, total).max(1);
    }
    let shape = Shape::new(&[total, rank])?;
    let mut numbers = copies(0i64, shape.num_elements())?;
    let mut elements = copies(U::of(default)?[0].clone(), total)?;
    for (row, start) in starts.iter().enumerate() {
        numbers[start * rank] = row as i64;
    }
    let (source, mut places) = (U::of(values)?, room_for(count)?);
    for (k, row) in row_of.into_iter().enumerate() {
        let place = starts[row];
        starts[row] += 1;
        numbers[place * rank..(place + 1) * rank].copy_from_slice(coordinates.of(k));
        elements[place] = source[k].clone();
        places.push(place as i64);
    }
    Ok(vec![
        matrix(numbers, rank, total)?,
        U::into_tensor(values.dtype(), Shape::vector(total), elements)?,
        Tensor::vector(is_empty),
        Tensor::vector(places),
    ])
}

fn sparse_fill_empty_rows_grad(node: &Node) -> Result<Kernel> {
    let run: fn(&Tensor, &Tensor) -> Result<Vec<Tensor>> = dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => gradient::<T>,
        else return Err(unsupported(node))
    );
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [places, grad] = take(inputs)?;
        for (name, given) in [("reverse_index_map", &places), ("grad_values", &grad)] {
            if given.shape().rank() != 1 {
                return Err(invalid_argument(format!("{name} must be a vector, saw: {}", given.shape())));
            }
        }
        run(&places, &grad)
    })))
}

fn gradient<T: Number>(places: &Tensor, grad: &Tensor) -> Result<Vec<Tensor>> {
    let grad = grad.values::<T>()?;
    let mut used = copies(false, grad.len())?;
    let mut values = room_for(places.num_elements())?;
    for place in ints(places)? {
        let Some(place) = usize::try_from(place).ok().filter(|&place| place < grad.len()) else {
            return Err(invalid_argument(format!(
                "Elements in reverse index must be in [0, {}) but got {place}",
                grad.len()
            )));
        };
        used[place] = true;
        values.push(grad[place]);
    }
    let rest = grad.iter().zip(used).filter(|(_, used)| !used).fold(T::ZERO, |sum, (value, _)| sum.add(*value));
    Ok(vec![Tensor::vector(values), Tensor::scalar(rest)])
}
