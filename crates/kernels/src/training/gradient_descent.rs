//! Plain descent: `var -= alpha * delta`.

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::{apply::optimizer, number::Arithmetic};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("ApplyGradientDescent", gradient_descent), ("ResourceApplyGradientDescent", gradient_descent)];

fn gradient_descent(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16, Complex<f32>, Complex<f64>],
        T => optimizer::<T, 1, 1, _>(node, |[alpha]| Ok(rule(alpha))),
        else Err(unsupported(node))
    )
}

fn rule<W: Arithmetic>(alpha: W) -> impl Fn([W; 1], W) -> [W; 1] {
    move |[var], delta| [var - delta * alpha]
}
