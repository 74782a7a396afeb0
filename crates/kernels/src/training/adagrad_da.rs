//! AdagradDA: the variable follows from the sums of gradients and of their squares (dual averaging).
//!
//! ```text
//! sum     += grad
//! squares += grad^2
//! var      = -sign(sum) * lr * max(|sum| - l1 * global_step, 0) / (l2 * global_step * lr + sqrt(squares))
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;

use super::{apply::optimizer, number::shrink};
use crate::{Build, Kernel, dispatch::dispatch, math::number::Float, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("ApplyAdagradDA", adagrad_da),
    ("ResourceApplyAdagradDA", adagrad_da),
    ("SparseApplyAdagradDA", adagrad_da),
    ("ResourceSparseApplyAdagradDA", adagrad_da),
];

fn adagrad_da(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64],
        T => optimizer::<T, 3, 4, _>(node, move |scalars| rule(scalars)),
        else Err(unsupported(node))
    )
}

fn rule<W: Float>([lr, l1, l2, global_step]: [W; 4]) -> Result<impl Fn([W; 3], W) -> [W; 3]> {
    let (threshold, base) = (l1 * global_step, l2 * global_step * lr);
    Ok(move |[_, sum, squares]: [W; 3], grad: W| {
        let (sum, squares) = (sum + grad, squares + grad * grad);
        let along = if l1 > W::ZERO { shrink(sum, threshold) } else { sum };
        [-along * lr / (base + squares.sqrt()), sum, squares]
    })
}
