//! The three tensors of a sparse one, checked to belong together: places `[count, rank]`, values `[count]`, shape `[rank]`.

use std::cmp::Ordering;

use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use crate::array::{
    elements::{Unit, by_unit, ints, room_for},
    places::listed,
};

/// The places of a sparse tensor's values.
pub(super) struct Coordinates {
    numbers: Vec<i64>,
    /// How many values there are.
    pub(super) count: usize,
    /// The sizes of the tensor.
    pub(super) sizes: Vec<i64>,
}

impl Coordinates {
    /// Reads the three tensors.
    pub(super) fn new(indices: &Tensor, values: &Tensor, shape: &Tensor) -> Result<Coordinates> {
        if indices.shape().rank() != 2 {
            return Err(invalid_argument(format!("indices must be a matrix, got shape {}", indices.shape())));
        }
        if values.shape().rank() != 1 {
            return Err(invalid_argument(format!("values must be a vector, got shape {}", values.shape())));
        }
        if shape.shape().rank() != 1 {
            return Err(invalid_argument(format!("shape must be a vector, got shape {}", shape.shape())));
        }
        let (count, rank) = (indices.shape()[0], indices.shape()[1]);
        if count != values.num_elements() {
            return Err(invalid_argument(format!(
                "indices has {count} rows, but there are {} values",
                values.num_elements()
            )));
        }
        if rank != shape.num_elements() {
            return Err(invalid_argument(format!(
                "indices has {rank} columns, but the shape has {} sizes",
                shape.num_elements()
            )));
        }
        Ok(Coordinates { numbers: ints(indices)?, count, sizes: ints(shape)? })
    }

    /// The coordinates of one value.
    pub(super) fn of(&self, k: usize) -> &[i64] {
        &self.numbers[k * self.sizes.len()..(k + 1) * self.sizes.len()]
    }

    /// All of them, row by row.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[i64]> {
        (0..self.count).map(|k| self.of(k))
    }

    /// Refuses coordinates outside of the shape.
    pub(super) fn check_bounds(&self) -> Result<()> {
        let inside = |row: &[i64]| row.iter().zip(&self.sizes).all(|(at, size)| (0..*size).contains(at));
        match self.rows().position(|row| !inside(row)) {
            None => Ok(()),
            Some(k) => Err(invalid_argument(format!(
                "indices[{k}] = {} is out of bounds: need 0 <= index < {}",
                listed(self.of(k).iter()),
                listed(self.sizes.iter())
            ))),
        }
    }

    /// Refuses coordinates outside of the shape, or not in order, or twice.
    pub(super) fn check_order(&self) -> Result<()> {
        self.check_bounds()?;
        for k in 1..self.count {
            let what = match self.of(k - 1).cmp(self.of(k)) {
                Ordering::Less => continue,
                Ordering::Equal => "repeated",
                Ordering::Greater => "out of order",
            };
            return Err(invalid_argument(format!("indices[{k}] = {} is {what}", listed(self.of(k).iter()))));
        }
        Ok(())
    }

    /// The numbers of the values in row-major order.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.count).collect();
        order.sort_by(|&a, &b| self.of(a).cmp(self.of(b)));
        order
    }
}

/// A matrix of coordinates.
pub(super) fn matrix(numbers: Vec<i64>, rank: usize, count: usize) -> Result<Tensor> {
    Tensor::new(Shape::new(&[count, rank])?, numbers)
}

/// Some elements of a vector, by their numbers.
pub(super) fn picked(values: &Tensor, order: &[usize]) -> Result<Tensor> {
    fn run<U: Unit>(values: &Tensor, order: &[usize]) -> Result<Tensor> {
        let (source, mut elements) = (U::of(values)?, room_for::<U>(order.len())?);
        elements.extend(order.iter().map(|&k| source[k].clone()));
        U::into_tensor(values.dtype(), Shape::vector(order.len()), elements)
    }
    by_unit!(values.dtype(), U => run::<U>(values, order))
}
