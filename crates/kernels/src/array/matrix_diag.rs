//! MatrixDiag and its versions: matrices made of a band of diagonals, with a given value outside of it.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::{
    band::{Align, Band},
    elements::{Unit, by_unit, copies, product, single_int},
};
use crate::{Build, Kernel, math::output::compute};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("MatrixDiag", matrix_diag), ("MatrixDiagV2", matrix_diag_band), ("MatrixDiagV3", matrix_diag_band)];

fn matrix_diag(node: &Node) -> Result<Kernel> {
    let align = Align::of(node)?;
    Ok(compute(move |[diagonal]| made(&diagonal, Band::MAIN, (-1, -1), None, align)))
}

fn matrix_diag_band(node: &Node) -> Result<Kernel> {
    let align = Align::of(node)?;
    Ok(compute(move |[diagonal, k, rows, columns, padding]| {
        let band = Band::of(&k)?;
        let scalar = |name: &str, given: &Tensor| match single_int(given) {
            Some(value) if given.shape().rank() == 0 => Ok(value),
            _ => Err(invalid_argument(format!("{name} must be a scalar"))),
        };
        let sizes = (scalar("num_rows", &rows)?, scalar("num_cols", &columns)?);
        if padding.shape().rank() != 0 {
            return Err(invalid_argument("padding_value must be a scalar"));
        }
        made(&diagonal, band, sizes, Some(&padding), align)
    }))
}

fn made(diagonal: &Tensor, band: Band, wanted: (i64, i64), padding: Option<&Tensor>, align: Align) -> Result<Tensor> {
    let Some((&longest, head)) = diagonal.shape().split_last() else {
        return Err(invalid_argument(format!("diagonal must be at least 1-dim, received shape: {}", diagonal.shape())));
    };
    let head = match head {
        head if band.low == band.high => head,
        [head @ .., count] if band.high - band.low + 1 == *count as i64 => head,
        _ => {
            return Err(invalid_argument(
                "The number of diagonals provided in the input does not match the lower_diag_index and upper_diag_index range.",
            ));
        }
    };
    // What a band from `low` to `high` with diagonals of such a length needs at least.
    let (least_rows, least_columns) = (longest as i64 - band.high.min(0), longest as i64 + band.low.max(0));
    let (rows, columns) = match wanted {
        (-1, -1) => (least_rows.max(least_columns), least_rows.max(least_columns)),
        (-1, columns) => (least_rows, columns),
        (rows, -1) => (rows, least_columns),
        sizes => sizes,
    };
    if rows < least_rows || columns < least_columns {
        return Err(invalid_argument(format!(
            "The number of rows or columns is too small: {rows} and {columns} for {least_rows} and {least_columns}"
        )));
    }
    if rows != least_rows && columns != least_columns {
        return Err(invalid_argument(
            "The number of rows or columns is not consistent with the specified d_lower, d_upper, and diagonal.",
        ));
    }
    let (rows, columns) = (rows as usize, columns as usize);
    band.check(rows, columns)?;
    let shape = Shape::new(&[head, &[rows, columns]].concat())?;
    by_unit!(diagonal.dtype(), U => filled::<U>(diagonal, band, product(head), shape, padding, align))
}

fn filled<U: Unit>(
    diagonal: &Tensor,
    band: Band,
    count: usize,
    shape: Shape,
    padding: Option<&Tensor>,
    align: Align,
) -> Result<Tensor> {
    let around = match padding {
        Some(padding) => U::of(padding)?[0].clone(),
        None => U::default(),
    };
    let [.., rows, columns] = shape[..] else { return Err(invalid_argument("a matrix has two axes")) };
    let longest = diagonal.shape().last().copied().unwrap_or(0);
    let (matrix, lines) = (rows * columns, band.count() * longest);
    let mut elements = copies(around, shape.num_elements())?;
    let source = U::of(diagonal)?;
    for k in 0..count {
        band.pairs(rows, columns, longest, align, |place, from| {
            elements[k * matrix + place] = source[k * lines + from].clone();
        });
    }
    U::into_tensor(diagonal.dtype(), shape, elements)
}
