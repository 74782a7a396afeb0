//! SparseAdd: the sum of two sparse tensors in row-major order, without the sums of two that are smaller than a threshold.
//! SparseAddGrad: for each value of either the gradient of the sum at its place.

use std::cmp::Ordering;

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, DType, Element, Shape, Tensor};

use super::coordinates::{Coordinates, matrix};
use crate::{
    Build, Kernel,
    array::elements::{copies, take},
    dispatch::dispatch,
    math::number::Number,
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("SparseAdd", sparse_add), ("SparseAddGrad", sparse_add_grad)];

/// How large a value is, as the type that the threshold has.
trait Magnitude: Number {
    type Size: Element + PartialOrd;
    fn size(self) -> Self::Size;
}

macro_rules! magnitudes {
    ($($t:ty: $size:ty = $f:expr;)*) => {$(impl Magnitude for $t {
        type Size = $size;
        fn size(self) -> $size { $f(self) }
    })*};
}
magnitudes! {
    f32: f32 = f32::abs;
    f64: f64 = f64::abs;
    i8: i8 = i8::wrapping_abs;
    i16: i16 = i16::wrapping_abs;
    i32: i32 = i32::wrapping_abs;
    i64: i64 = i64::wrapping_abs;
    Complex<f32>: f32 = |x: Complex<f32>| x.norm();
    Complex<f64>: f64 = |x: Complex<f64>| x.norm();
}

fn sparse_add(node: &Node) -> Result<Kernel> {
    let size_type = node.attrs.dtype("Treal")?;
    dispatch!(
        node.output_types[1].dtype,
        [f32, f64, i8, i16, i32, i64, Complex<f32>, Complex<f64>],
        T => match size_type == <T as Magnitude>::Size::DTYPE {
            true => Ok(kernel::<T>()),
            false => Err(unsupported(node)),
        },
        else Err(unsupported(node))
    )
}

fn kernel<T: Magnitude>() -> Kernel {
    Kernel::Compute(Box::new(|inputs| {
        let [a_indices, a_values, a_shape, b_indices, b_values, b_shape, threshold] = take(inputs)?;
        if threshold.shape().rank() != 0 {
            return Err(invalid_argument(format!(
                "The magnitude threshold must be a scalar: got shape {}",
                threshold.shape()
            )));
        }
        let threshold = threshold.single::<T::Size>()?;
        let (a, b) =
            (Coordinates::new(&a_indices, &a_values, &a_shape)?, Coordinates::new(&b_indices, &b_values, &b_shape)?);
        if a.sizes != b.sizes {
            return Err(invalid_argument(format!(
                "Operands' shapes do not match: got {:?} and {:?}",
                a.sizes, b.sizes
            )));
        }
        let (a_values, b_values) = (a_values.values::<T>()?, b_values.values::<T>()?);
        let (mut numbers, mut sums) = (Vec::new(), Vec::new());
        merge(&a, &b, |at, left, right| {
            let sum = match (left, right) {
                (Some(left), Some(right)) => a_values[left].add(b_values[right]),
                (Some(left), None) => a_values[left],
                (None, Some(right)) => b_values[right],
                (None, None) => return,
            };
            // A value that nothing was added to stays, however small.
            if left.is_none() || right.is_none() || threshold <= sum.size() {
                numbers.extend_from_slice(at);
                sums.push(sum);
            }
        });
        Ok(vec![matrix(numbers, a.sizes.len(), sums.len())?, Tensor::vector(sums), a_shape])
    }))
}

/// Calls a function with every place of two lists in order, and with the number of the value that each has there.
fn merge(a: &Coordinates, b: &Coordinates, mut each: impl FnMut(&[i64], Option<usize>, Option<usize>)) {
    let (mut i, mut j) = (0, 0);
    while i < a.count || j < b.count {
        let order = match (i < a.count, j < b.count) {
            (true, true) => a.of(i).cmp(b.of(j)),
            (true, false) => Ordering::Less,
            _ => Ordering::Greater,
        };
        match order {
            Ordering::Less => each(a.of(i), Some(i), None),
            Ordering::Equal => each(a.of(i), Some(i), Some(j)),
            Ordering::Greater => each(b.of(j), None, Some(j)),
        }
        i += usize::from(order != Ordering::Greater);
        j += usize::from(order != Ordering::Less);
    }
}

fn sparse_add_grad(node: &Node) -> Result<Kernel> {
    let run: fn(&Tensor, [&Coordinates; 3]) -> Result<Vec<Tensor>> = dispatch!(
        node.output_types[0].dtype,
        [f32, f64, i8, i16, i32, i64, Complex<f32>, Complex<f64>],
        T => gradient::<T>,
        else return Err(unsupported(node))
    );
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [grad, a, b, sum] = take(inputs)?;
        let read = |indices: &Tensor| {
            if indices.shape().rank() != 2 {
                return Err(invalid_argument(format!(
                    "indices should be a matrix but received shape {}",
                    indices.shape()
                )));
            }
            // What the sizes and the values are does not matter here, only that there are as many.
            let values = Tensor::zeros(DType::UInt8, Shape::vector(indices.shape()[0]))?;
            let sizes = Tensor::zeros(DType::Int64, Shape::vector(indices.shape()[1]))?;
            Coordinates::new(indices, &values, &sizes)
        };
        let (a, b, sum) = (read(&a)?, read(&b)?, read(&sum)?);
        if a.sizes != b.sizes || a.sizes != sum.sizes {
            return Err(invalid_argument("The densified operands should have the same ndims"));
        }
        if grad.shape().rank() != 1 || grad.num_elements() != sum.count {
            return Err(invalid_argument(format!(
                "# elements and rows should match: got {} and {}",
                grad.num_elements(),
                sum.count
            )));
        }
        run(&grad, [&a, &b, &sum])
    })))
}

fn gradient<T: Number>(grad: &Tensor, [a, b, sum]: [&Coordinates; 3]) -> Result<Vec<Tensor>> {
    let grad = grad.values::<T>()?;
    let of = |part: &Coordinates| -> Result<Tensor> {
        let mut values = copies(T::ZERO, part.count)?;
        merge(part, sum, |_, left, right| {
            if let (Some(left), Some(right)) = (left, right) {
                values[left] = grad[right];
            }
        });
        Ok(Tensor::vector(values))
    };
    Ok(vec![of(a)?, of(b)?])
}
