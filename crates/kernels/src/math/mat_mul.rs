//! `MatMul`: the matrix product: `product = op(a) op(b)`, where `op` may transpose.
//!
//! ```text
//! shape     a [m, k], b [k, n] -> [m, n]
//! ```
//!
//! Floating-point products go through the `gemm` crate, which reads transposed inputs by their strides, so nothing is copied
//! here; `bfloat16` is widened first. Whole numbers are multiplied row by row and wrap around.

use std::any::Any;

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, Element, Shape, Tensor, bf16, f16};

use super::{
    number::Number,
    output::{allocate, compute, input_type},
};
use crate::{Build, Kernel, array::view::View, dispatch::dispatch, unsupported};

/// Products of fewer multiplications than this are not worth waking other threads for.
const PARALLEL_MIN: usize = 16 << 20;

pub(super) const KERNELS: &[(&str, Build)] = &[("MatMul", mat_mul)];

fn mat_mul(node: &Node) -> Result<Kernel> {
    let transposed = (node.attrs.bool("transpose_a")?, node.attrs.bool("transpose_b")?);
    dispatch!(
        input_type(node),
        [f32, f64, f16, Complex<f32>, Complex<f64>, i32, i64, bf16],
        T => Ok(compute(move |[a, b]| {
            let (shape, product) = multiply::<T>(&a, &b, transposed)?;
            Tensor::new(shape, product)
        })),
        else Err(unsupported(node))
    )
}

/// A matrix in memory: where its elements are.
#[derive(Clone, Copy)]
pub(crate) struct Strides {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    row_step: usize,
    column_step: usize,
}

impl Strides {
    /// Those of a matrix of this shape, transposed or as it is.
    pub(crate) fn new(shape: &Shape, transposed: bool) -> Strides {
        let (rows, columns) = (shape[0], shape[1]);
        match transposed {
            false => Strides { rows, columns, row_step: columns, column_step: 1 },
            true => Strides { rows: columns, columns: rows, row_step: 1, column_step: columns },
        }
    }
}

/// The product's shape and elements.
pub(crate) fn multiply<T: Multiply>(a: &Tensor, b: &Tensor, transposed: (bool, bool)) -> Result<(Shape, Vec<T>)> {
    if a.shape().rank() != b.shape().rank() {
        return Err(invalid_argument(format!("In[0] and In[1] has different ndims: {} vs. {}", a.shape(), b.shape())));
    }
    if a.shape().rank() != 2 {
        return Err(invalid_argument(format!("In[0] and In[1] ndims must be == 2: {}", a.shape().rank())));
    }
    let (left, right) = (Strides::new(a.shape(), transposed.0), Strides::new(b.shape(), transposed.1));
    if left.columns != right.rows {
        return Err(invalid_argument(format!("Matrix size-incompatible: In[0]: {}, In[1]: {}", a.shape(), b.shape())));
    }
    let shape = Shape::new(&[left.rows, right.columns])?;
    let mut out = allocate::<T>(&shape)?;
    let (a, b) = (a.values::<T>()?, b.values::<T>()?);
    if shape.num_elements() == 0 || left.columns == 0 {
        // A sum without summands.
        out.resize(shape.num_elements(), T::ZERO);
    } else {
        T::multiply(a, left, b, right, &mut out)?;
    }
    Ok((shape, out))
}

/// Elements of matrices.
pub(crate) trait Multiply: Number {
    /// Appends the product of two matrices, none of whose sizes is zero, to a vector that has room for it.
    fn multiply(a: &[Self], left: Strides, b: &[Self], right: Strides, out: &mut Vec<Self>) -> Result<()>;
}

macro_rules! through_gemm {
    ($($t:ty)*) => {$(
        impl Multiply for $t {
            fn multiply(a: &[$t], left: Strides, b: &[$t], right: Strides, out: &mut Vec<$t>) -> Result<()> {
                product(a, left, b, right, out);
                Ok(())
            }
        }
    )*};
}
through_gemm!(f32 f64 f16 Complex<f32> Complex<f64>);

impl Multiply for bf16 {
    fn multiply(a: &[bf16], left: Strides, b: &[bf16], right: Strides, out: &mut Vec<bf16>) -> Result<()> {
        let widen = |values: &[bf16]| values.iter().map(|value| value.to_f32()).collect::<Vec<f32>>();
        let mut wide = allocate::<f32>(&Shape::new(&[left.rows, right.columns])?)?;
        product(&widen(a), left, &widen(b), right, &mut wide);
        out.extend(wide.into_iter().map(bf16::from_f32));
        Ok(())
    }
}

macro_rules! row_by_row {
    ($($t:ty)*) => {$(
        impl Multiply for $t {
            fn multiply(a: &[$t], left: Strides, b: &[$t], right: Strides, out: &mut Vec<$t>) -> Result<()> {
                out.resize(left.rows * right.columns, 0);
                for (i, out) in out.chunks_exact_mut(right.columns).enumerate() {
                    for k in 0..left.columns {
                        let factor = a[i * left.row_step + k * left.column_step];
                        let row = b[k * right.row_step..].iter().step_by(right.column_step);
                        out.iter_mut().zip(row).for_each(|(sum, b)| *sum = sum.wrapping_add(factor.wrapping_mul(*b)));
                    }
                }
                Ok(())
            }
        }
    )*};
}
row_by_row!(i16 i32 i64);

/// Elements of a transposed right matrix from which on it is better not to have it laid out anew, and how many times longer
/// than the left matrix is high its rows must be: the output, which is laid out anew instead, is then much smaller.
const TURNED_MIN: usize = 1 << 20;
const TURNED_TIMES: usize = 4;

/// The product of floating-point matrices.
fn product<T: Element + Number + Any>(a: &[T], left: Strides, b: &[T], right: Strides, out: &mut Vec<T>) {
    let (m, k, n) = (left.rows, left.columns, right.columns);
    if right.column_step > 1 && m > 1 && TURNED_TIMES * m <= k && k * n >= TURNED_MIN {
        // `gemm` copies the matrix whose elements lie along the output's rows, unless they do in memory too. With an output
        // of columns that is the other one.
        let mut columns = Vec::new();
        gemm_into(a, left, b, right, &mut columns, (1, m));
        let mut view = View::at(0);
        view.push(m, 1);
        view.push(n, m as isize);
        out.clear();
        out.reserve_exact(m * n);
        return view.append(&columns, out);
    }
    gemm_into(a, left, b, right, out, (n, 1));
}

/// The product, with steps between rows and between columns that visit every place of the output once.
fn gemm_into<T: Element + Number + Any>(
    a: &[T],
    left: Strides,
    b: &[T],
    right: Strides,
    out: &mut Vec<T>,
    (row_step, column_step): (usize, usize),
) {
    let (m, k, n) = (left.rows, left.columns, right.columns);
    assert!(a.len() == m * k && b.len() == k * n && right.rows == k, "matrices have the sizes that their shapes say");
    assert!(
        (row_step, column_step) == (n, 1) || (row_step, column_step) == (1, m),
        "the output lies row by row or turned"
    );
    out.clear();
    out.reserve_exact(m * n);
    let work = m.saturating_mul(n).saturating_mul(k);
    let parallelism = if work < PARALLEL_MIN { gemm::Parallelism::None } else { gemm::Parallelism::Rayon(0) };
    // SAFETY: the inputs have m*k and k*n elements (asserted above) and the strides visit each of them once; the output has
    // room for m*n, is written row by row or column by column, and is not read (`read_dst` is false), so it need not be
    // initialised. With m, n, k > 0 `gemm` writes all of it, after which the vector's length is what it holds.
    unsafe {
        gemm::gemm(
            m,
            n,
            k,
            out.as_mut_ptr(),
            column_step as isize,
            row_step as isize,
            false,
            a.as_ptr(),
            left.column_step as isize,
            left.row_step as isize,
            b.as_ptr(),
            right.column_step as isize,
            right.row_step as isize,
            T::ZERO,
            T::ONE,
            false,
            false,
            false,
            parallelism,
        );
        out.set_len(m * n);
    }
}
