//! SparseTensorDenseMatMul: `y[i, :] = sum_k a[i, k] * b[k, :]` over the values that `a` has.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, Shape, Tensor, bf16, f16};

use super::coordinates::Coordinates;
use crate::{
    Build, Kernel,
    array::{elements::copies, places::check_index_type},
    dispatch::dispatch,
    math::{number::Number, output::compute},
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("SparseTensorDenseMatMul", sparse_tensor_dense_mat_mul)];

fn sparse_tensor_dense_mat_mul(node: &Node) -> Result<Kernel> {
    check_index_type(node, 0)?;
    let (adjoint_a, adjoint_b) = (node.attrs.bool("adjoint_a")?, node.attrs.bool("adjoint_b")?);
    let run: fn(&Coordinates, &Tensor, &Tensor, bool, bool) -> Result<Tensor> = dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16, i32, Complex<f32>, Complex<f64>],
        T => product::<T>,
        else return Err(unsupported(node))
    );
    Ok(compute(move |[indices, values, shape, b]| {
        if b.shape().rank() != 2 {
            return Err(invalid_argument("Tensor 'b' is not a matrix"));
        }
        let a = Coordinates::new(&indices, &values, &shape)?;
        if a.sizes.len() != 2 {
            return Err(invalid_argument("Tensor 'a_shape' must have 2 elements"));
        }
        run(&a, &values, &b, adjoint_a, adjoint_b)
    }))
}

/// Complex numbers are conjugated where a matrix is transposed; others are their own conjugates.
trait Conjugate {
    fn conjugate(self) -> Self;
}

macro_rules! real {
    ($($t:ty)*) => {$(impl Conjugate for $t {
        fn conjugate(self) -> $t { self }
    })*};
}
real!(f32 f64 f16 bf16 i32);

macro_rules! complex {
    ($($t:ty)*) => {$(impl Conjugate for $t {
        fn conjugate(self) -> $t { self.conj() }
    })*};
}
complex!(Complex<f32> Complex<f64>);

fn product<T: Number + Conjugate>(
    a: &Coordinates,
    values: &Tensor,
    b: &Tensor,
    adjoint_a: bool,
    adjoint_b: bool,
) -> Result<Tensor> {
    let size = |k: usize| usize::try_from(a.sizes[k]).map_err(|_| invalid_argument("a size of 'a' is negative"));
    let (rows, inner) = if adjoint_a { (size(1)?, size(0)?) } else { (size(0)?, size(1)?) };
    let (b_inner, columns) = match b.shape()[..] {
        [columns, inner] if adjoint_b => (inner, columns),
        [inner, columns] => (inner, columns),
        _ => return Err(invalid_argument("Tensor 'b' is not a matrix")),
    };
    if inner != b_inner {
        return Err(invalid_argument(format!(
            "Cannot multiply A and B because inner dimension does not match: {inner} vs. {b_inner}.  Did you forget a transpose?"
        )));
    }
    let shape = Shape::new(&[rows, columns])?;
    let mut sums = copies(T::ZERO, shape.num_elements())?;
    if shape.num_elements() == 0 {
        return Tensor::new(shape, sums);
    }
    let (values, b) = (values.values::<T>()?, b.values::<T>()?);
    for (k, place) in a.rows().enumerate() {
        let (row, column) = if adjoint_a { (place[1], place[0]) } else { (place[0], place[1]) };
        let within = |at: i64, limit: usize| usize::try_from(at).ok().filter(|&at| at < limit);
        let (Some(row), Some(column)) = (within(row, rows), within(column, inner)) else {
            return Err(invalid_argument(format!("index {k} = {place:?} is out of bounds of {:?}", a.sizes)));
        };
        let value = if adjoint_a { values[k].conjugate() } else { values[k] };
        for (at, sum) in sums[row * columns..(row + 1) * columns].iter_mut().enumerate() {
            let other = if adjoint_b { b[at * inner + column].conjugate() } else { b[column * columns + at] };
            *sum = sum.add(value.mul(other));
        }
    }
    Tensor::new(shape, sums)
}
