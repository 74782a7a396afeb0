//! Adadelta: steps whose length follows from running means of the squares of gradients and of the steps themselves.
//!
//! ```text
//! accum        = accum * rho + grad^2 * (1 - rho)
//! step         = grad * sqrt(accum_update + epsilon) / sqrt(accum + epsilon)
//! accum_update = accum_update * rho + step^2 * (1 - rho)
//! var         -= step * lr
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::{apply::optimizer, number::Arithmetic};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("ApplyAdadelta", adadelta),
    ("ResourceApplyAdadelta", adadelta),
    ("SparseApplyAdadelta", adadelta),
    ("ResourceSparseApplyAdadelta", adadelta),
];

fn adadelta(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16, Complex<f32>, Complex<f64>],
        T => optimizer::<T, 3, 3, _>(node, rule),
        else Err(unsupported(node))
    )
}

fn rule<W: Arithmetic>([lr, rho, epsilon]: [W; 3]) -> Result<impl Fn([W; 3], W) -> [W; 3]> {
    let keep = W::ONE - rho;
    Ok(move |[var, accum, accum_update]: [W; 3], grad: W| {
        let accum = accum * rho + grad * grad * keep;
        let step = (accum_update + epsilon).sqrt() / (accum + epsilon).sqrt() * grad;
        [var - step * lr, accum, accum_update * rho + step * step * keep]
    })
}
