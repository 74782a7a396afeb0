//! MatrixDiagPart and its versions: a band of diagonals of the innermost matrices, filled up with a given value where they are
//! short.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::{
    band::{Align, Band},
    elements::{Unit, by_unit, copies, product},
};
use crate::{Build, Kernel, math::output::compute};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("MatrixDiagPart", matrix_diag_part), ("MatrixDiagPartV2", matrix_band), ("MatrixDiagPartV3", matrix_band)];

fn matrix_diag_part(node: &Node) -> Result<Kernel> {
    let align = Align::of(node)?;
    Ok(compute(move |[input]| part(&input, Band::MAIN, None, align)))
}

fn matrix_band(node: &Node) -> Result<Kernel> {
    let align = Align::of(node)?;
    Ok(compute(move |[input, k, padding]| {
        if padding.shape().rank() != 0 {
            return Err(invalid_argument("padding_value must be a scalar"));
        }
        part(&input, Band::of(&k)?, Some(&padding), align)
    }))
}

fn part(input: &Tensor, band: Band, padding: Option<&Tensor>, align: Align) -> Result<Tensor> {
    let [head @ .., rows, columns] = &input.shape()[..] else {
        return Err(invalid_argument(format!("input must be at least 2-dim, received shape: {}", input.shape())));
    };
    band.check(*rows, *columns)?;
    let mut sizes = head.to_vec();
    if band.low != band.high {
        sizes.push(band.count());
    }
    sizes.push(band.longest(*rows, *columns));
    let shape = Shape::new(&sizes)?;
    by_unit!(input.dtype(), U => taken::<U>(input, band, shape, padding, align))
}

fn taken<U: Unit>(input: &Tensor, band: Band, shape: Shape, padding: Option<&Tensor>, align: Align) -> Result<Tensor> {
    let around = match padding {
        Some(padding) => U::of(padding)?[0].clone(),
        None => U::default(),
    };
    let [head @ .., rows, columns] = &input.shape()[..] else { return Err(invalid_argument("a matrix has two axes")) };
    let longest = shape.last().copied().unwrap_or(0);
    let (matrix, lines) = (rows * columns, band.count() * longest);
    let mut elements = copies(around, shape.num_elements())?;
    let source = U::of(input)?;
    for k in 0..product(head) {
        band.pairs(*rows, *columns, longest, align, |place, to| {
            elements[k * lines + to] = source[k * matrix + place].clone();
        });
    }
    U::into_tensor(input.dtype(), shape, elements)
}
