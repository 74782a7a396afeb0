//! AddSign: steps are longer where the gradient has the sign of its running mean.
//!
//! ```text
//! m    = m * beta + grad * (1 - beta)
//! var -= lr * (alpha + sign_decay * sign(grad) * sign(m)) * grad
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::{apply::optimizer, number::sign};
use crate::{Build, Kernel, dispatch::dispatch, math::number::Float, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ApplyAddSign", add_sign), ("ResourceApplyAddSign", add_sign)];

fn add_sign(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16],
        T => optimizer::<T, 2, 4, _>(node, rule),
        else Err(unsupported(node))
    )
}

fn rule<W: Float>([lr, alpha, sign_decay, beta]: [W; 4]) -> Result<impl Fn([W; 2], W) -> [W; 2]> {
    let keep = W::ONE - beta;
    Ok(move |[var, m]: [W; 2], grad: W| {
        let m = m * beta + grad * keep;
        [var - lr * (alpha + sign_decay * sign(grad) * sign(m)) * grad, m]
    })
}
