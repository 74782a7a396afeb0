//! MatrixSetDiag and its versions: the innermost matrices with another band of diagonals.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use super::{
    band::{Align, Band},
    elements::{Unit, by_unit, product, room_for},
};
use crate::{Build, Kernel, math::output::compute};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("MatrixSetDiag", matrix_set_diag), ("MatrixSetDiagV2", matrix_set_band), ("MatrixSetDiagV3", matrix_set_band)];

fn matrix_set_diag(node: &Node) -> Result<Kernel> {
    let align = Align::of(node)?;
    Ok(compute(move |[input, diagonal]| set(&input, &diagonal, Band::MAIN, align)))
}

fn matrix_set_band(node: &Node) -> Result<Kernel> {
    let align = Align::of(node)?;
    Ok(compute(move |[input, diagonal, k]| set(&input, &diagonal, Band::of(&k)?, align)))
}

fn set(input: &Tensor, diagonal: &Tensor, band: Band, align: Align) -> Result<Tensor> {
    let [head @ .., rows, columns] = &input.shape()[..] else {
        return Err(invalid_argument(format!("input must be at least 2-dim, received shape: {}", input.shape())));
    };
    if diagonal.shape().rank() == 0 {
        return Err(invalid_argument(format!("diagonal must be at least 1-dim, received shape: {}", diagonal.shape())));
    }
    band.check(*rows, *columns)?;
    let mut expected = head.to_vec();
    if band.low != band.high {
        expected.push(band.count());
    }
    expected.push(band.longest(*rows, *columns));
    if diagonal.shape()[..] != expected[..] {
        return Err(invalid_argument(format!(
            "Either first dimensions of diagonal don't match input.shape[:-2], or diagonal.shape[:-1] is not equal to the longest diagonal in range. Input shape: {} and diagonal shape: {}",
            input.shape(),
            diagonal.shape()
        )));
    }
    by_unit!(input.dtype(), U => replaced::<U>(input, diagonal, band, (*rows, *columns), align))
}

fn replaced<U: Unit>(
    input: &Tensor,
    diagonal: &Tensor,
    band: Band,
    (rows, columns): (usize, usize),
    align: Align,
) -> Result<Tensor> {
    let longest = band.longest(rows, columns);
    let (matrix, lines) = (rows * columns, band.count() * longest);
    let mut elements = room_for::<U>(input.num_elements())?;
    elements.extend_from_slice(U::of(input)?);
    let source = U::of(diagonal)?;
    for k in 0..product(&input.shape()[..input.shape().rank() - 2]) {
        band.pairs(rows, columns, longest, align, |place, from| {
            elements[k * matrix + place] = source[k * lines + from].clone();
        });
    }
    U::into_tensor(input.dtype(), input.shape().clone(), elements)
}
