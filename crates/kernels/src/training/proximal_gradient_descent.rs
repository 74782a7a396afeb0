//! Descent with a proximal step: what the penalties `l1` and `l2` pull towards zero is pulled there exactly.
//!
//! ```text
//! prox = var - lr * delta
//! var  = sign(prox) * max(|prox| - lr * l1, 0) / (1 + lr * l2)
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;

use super::{apply::optimizer, number::shrink};
use crate::{Build, Kernel, dispatch::dispatch, math::number::Float, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("ApplyProximalGradientDescent", proximal_gradient_descent),
    ("ResourceApplyProximalGradientDescent", proximal_gradient_descent),
    ("SparseApplyProximalGradientDescent", proximal_gradient_descent),
    ("ResourceSparseApplyProximalGradientDescent", proximal_gradient_descent),
];

fn proximal_gradient_descent(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64],
        T => optimizer::<T, 1, 3, _>(node, rule),
        else Err(unsupported(node))
    )
}

fn rule<W: Float>([lr, l1, l2]: [W; 3]) -> Result<impl Fn([W; 1], W) -> [W; 1]> {
    Ok(move |[var]: [W; 1], delta: W| {
        let prox = var - delta * lr;
        let kept = if l1 > W::ZERO { shrink(prox, lr * l1) } else { prox };
        [kept / (W::ONE + lr * l2)]
    })
}
