//! Products of matrices that lie inside of larger ones, written into a part of an existing one.

use std::mem::MaybeUninit;

use regatta_tensor::Element;

use crate::math::number::Number;

/// A matrix in a slice, which begins with its first element.
#[derive(Clone, Copy)]
pub(super) struct Matrix<'a, T> {
    pub(super) values: &'a [T],
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) row_step: usize,
    pub(super) column_step: usize,
}

impl<'a, T> Matrix<'a, T> {
    /// Rows of `columns` elements, `row_step` apart.
    pub(super) fn new(values: &'a [T], rows: usize, columns: usize, row_step: usize) -> Matrix<'a, T> {
        Matrix { values, rows, columns, row_step, column_step: 1 }
    }

    pub(super) fn transposed(self) -> Matrix<'a, T> {
        Matrix {
            rows: self.columns,
            columns: self.rows,
            row_step: self.column_step,
            column_step: self.row_step,
            ..self
        }
    }

    /// Whether every element lies in the slice.
    fn fits(&self) -> bool {
        let last = self.rows.saturating_sub(1).checked_mul(self.row_step).and_then(|row| {
            let column = self.columns.saturating_sub(1).checked_mul(self.column_step)?;
            row.checked_add(column)
        });
        self.rows == 0 || self.columns == 0 || last.is_some_and(|last| last < self.values.len())
    }
}

/// Elements of matrices.
pub(super) trait Product: Number + bytemuck::Pod {
    /// Whether numbers are rounded, so that a sum may as well be computed by another way that rounds.
    const ROUNDS: bool;

    /// A number, as near as the type has it.
    fn constant(value: f64) -> Self;

    /// Writes `a b` as rows that are `row_step` apart.
    fn product(out: &mut [MaybeUninit<Self>], row_step: usize, a: Matrix<'_, Self>, b: Matrix<'_, Self>);

    /// Adds `a b` to rows that are `row_step` apart.
    fn add_product(out: &mut [Self], row_step: usize, a: Matrix<'_, Self>, b: Matrix<'_, Self>);
}

macro_rules! through_gemm {
    ($($t:ty)*) => {$(
        impl Product for $t {
            const ROUNDS: bool = true;

            #[inline(always)]
            fn constant(value: f64) -> $t {
                value as $t
            }

            fn product(out: &mut [MaybeUninit<$t>], row_step: usize, a: Matrix<'_, $t>, b: Matrix<'_, $t>) {
                if a.columns == 0 {
                    return zero_rows(out, row_step, a.rows, b.columns);
                }
                // SAFETY: nothing is read of the output.
                unsafe { gemm(out, row_step, a, b, false) }
            }

            fn add_product(out: &mut [$t], row_step: usize, a: Matrix<'_, $t>, b: Matrix<'_, $t>) {
                // SAFETY: the output is initialised, and what is written to it is too.
                unsafe { gemm(uninitialised(out), row_step, a, b, true) }
            }
        }
    )*};
}
through_gemm!(f32 f64);

impl Product for i32 {
    const ROUNDS: bool = false;

    fn constant(value: f64) -> i32 {
        value as i32
    }

    fn product(out: &mut [MaybeUninit<i32>], row_step: usize, a: Matrix<'_, i32>, b: Matrix<'_, i32>) {
        zero_rows(out, row_step, a.rows, b.columns);
        for i in 0..a.rows {
            // SAFETY: the row has just been set to zeros.
            let row = unsafe { initialised(&mut out[i * row_step..i * row_step + b.columns]) };
            add_row(row, i, a, b);
        }
    }

    fn add_product(out: &mut [i32], row_step: usize, a: Matrix<'_, i32>, b: Matrix<'_, i32>) {
        (0..a.rows).for_each(|i| add_row(&mut out[i * row_step..i * row_step + b.columns], i, a, b));
    }
}

fn add_row(out: &mut [i32], i: usize, a: Matrix<'_, i32>, b: Matrix<'_, i32>) {
    for k in 0..a.columns {
        let factor = a.values[i * a.row_step + k * a.column_step];
        for (j, sum) in out.iter_mut().enumerate() {
            *sum = sum.wrapping_add(factor.wrapping_mul(b.values[k * b.row_step + j * b.column_step]));
        }
    }
}

fn zero_rows<T: Number>(out: &mut [MaybeUninit<T>], row_step: usize, rows: usize, columns: usize) {
    for i in 0..rows {
        out[i * row_step..i * row_step + columns].fill(MaybeUninit::new(T::ZERO));
    }
}

/// Elements that have all been written.
///
/// # Safety
/// They have.
pub(super) unsafe fn initialised<T: Element>(values: &mut [MaybeUninit<T>]) -> &mut [T] {
    // SAFETY: `MaybeUninit<T>` has the layout of `T`, and the caller says that every element is a `T`.
    unsafe { &mut *(values as *mut [MaybeUninit<T>] as *mut [T]) }
}

/// # Safety
/// The caller writes nothing but initialised elements.
pub(super) unsafe fn uninitialised<T: Element>(values: &mut [T]) -> &mut [MaybeUninit<T>] {
    // SAFETY: `MaybeUninit<T>` has the layout of `T`; the caller keeps every element a `T`.
    unsafe { &mut *(values as *mut [T] as *mut [MaybeUninit<T>]) }
}

/// # Safety
/// If `add` is true, the rows of the output are initialised.
unsafe fn gemm<T: Number + 'static>(
    out: &mut [MaybeUninit<T>],
    row_step: usize,
    a: Matrix<'_, T>,
    b: Matrix<'_, T>,
    add: bool,
) {
    let (m, k, n) = (a.rows, a.columns, b.columns);
    if m == 0 || n == 0 || k == 0 {
        return;
    }
    let target = Matrix::new(out, m, n, row_step);
    assert!(a.fits() && b.fits() && target.fits() && b.rows == k, "matrices lie in their slices");
    // SAFETY: every element that the strides reach lies in the slices (asserted above); the output is read only if the
    // caller promises that it is initialised, and `gemm` writes all of its m rows of n elements.
    unsafe {
        gemm::gemm(
            m,
            n,
            k,
            out.as_mut_ptr().cast::<T>(),
            1,
            row_step as isize,
            add,
            a.values.as_ptr(),
            a.column_step as isize,
            a.row_step as isize,
            b.values.as_ptr(),
            b.column_step as isize,
            b.row_step as isize,
            T::ONE,
            T::ONE,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}
