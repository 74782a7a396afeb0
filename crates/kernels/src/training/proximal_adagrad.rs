//! Adagrad with a proximal step: what the penalties `l1` and `l2` pull towards zero is pulled there exactly.
//!
//! ```text
//! accum += grad^2
//! rate   = lr / sqrt(accum)
//! prox   = var - rate * grad
//! var    = sign(prox) * max(|prox| - rate * l1, 0) / (1 + rate * l2)
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;

use super::{
    apply::{optimizer, require},
    number::shrink,
};
use crate::{Build, Kernel, dispatch::dispatch, math::number::Float, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("ApplyProximalAdagrad", proximal_adagrad),
    ("ResourceApplyProximalAdagrad", proximal_adagrad),
    ("SparseApplyProximalAdagrad", proximal_adagrad),
    ("ResourceSparseApplyProximalAdagrad", proximal_adagrad),
];

fn proximal_adagrad(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64],
        T => optimizer::<T, 2, 3, _>(node, rule),
        else Err(unsupported(node))
    )
}

fn rule<W: Float>([lr, l1, l2]: [W; 3]) -> Result<impl Fn([W; 2], W) -> [W; 2]> {
    require(lr > W::ZERO, "lr", "positive")?;
    require(l1 >= W::ZERO, "l1 regularization strength", "non-negative")?;
    require(l2 >= W::ZERO, "l2 regularization strength", "non-negative")?;
    Ok(move |[var, accum]: [W; 2], grad: W| {
        let accum = accum + grad * grad;
        let rate = lr / accum.sqrt();
        let prox = var - grad * rate;
        let kept = if l1 > W::ZERO { shrink(prox, rate * l1) } else { prox };
        [kept / (W::ONE + rate * l2), accum]
    })
}
