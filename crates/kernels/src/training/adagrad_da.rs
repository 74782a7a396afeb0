//! AdagradDA: the variable follows from the sums of gradients and of their squares (dual averaging).
//!
//! ```text
//! sum     += grad
//! squares += grad^2
//! var      = -sign(sum) * lr * max(|sum| - l1 * global_step, 0) / (l2 * global_step * lr + sqrt(squares))
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;

use super::{
    apply::optimizer,
    number::{abs, sign},
};
use crate::{Build, Kernel, dispatch::dispatch, math::number::Float, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("ApplyAdagradDA", adagrad_da),
    ("ResourceApplyAdagradDA", adagrad_da),
    ("SparseApplyAdagradDA", adagrad_da),
    ("ResourceSparseApplyAdagradDA", adagrad_da),
];

fn adagrad_da(node: &Node) -> Result<Kernel> {
    let has_indices = node.op.inputs.iter().any(|input| input.name == "indices");
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64],
        T => optimizer::<T, 3, 4, _>(node, move |scalars| rule(has_indices, scalars)),
        else Err(unsupported(node))
    )
}

fn rule<W: Float>(by_mean: bool, [lr, l1, l2, global_step]: [W; 4]) -> Result<impl Fn([W; 3], W) -> [W; 3]> {
    // The op for rows divides the sums by the count of steps, where the other multiplies the penalties with it: the same,
    // unless the count is none.
    let (times, over) = if by_mean { (W::ONE, global_step) } else { (global_step, W::ONE) };
    let (threshold, base) = (l1 * times, l2 * times * lr);
    Ok(move |[_, sum, squares]: [W; 3], grad: W| {
        let (sum, squares) = (sum + grad, squares + grad * grad);
        let along = if l1 > W::ZERO { sign(sum) * (abs(sum) / over - threshold).larger(W::ZERO) } else { sum / over };
        [-along * lr / (base + squares.sqrt() / over), sum, squares]
    })
}
