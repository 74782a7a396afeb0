//! Adagrad: steps shrink with the squares seen so far.
//!
//! ```text
//! accum += grad^2                                  (unless `update_slots` is false)
//! var   -= lr * grad / sqrt(accum)                 or, for V2, lr * grad / (sqrt(accum) + epsilon)
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::{apply::optimizer, number::Arithmetic};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("ApplyAdagrad", adagrad),
    ("ResourceApplyAdagrad", adagrad),
    ("SparseApplyAdagrad", adagrad),
    ("ResourceSparseApplyAdagrad", adagrad),
    ("ApplyAdagradV2", adagrad_v2),
    ("ResourceApplyAdagradV2", adagrad_v2),
    ("SparseApplyAdagradV2", adagrad_v2),
    ("ResourceSparseApplyAdagradV2", adagrad_v2),
];

fn adagrad(node: &Node) -> Result<Kernel> {
    let update_slots = node.attrs.bool("update_slots")?;
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16, Complex<f32>, Complex<f64>],
        T => optimizer::<T, 2, 1, _>(node, move |[lr]| Ok(rule(update_slots, lr, Arithmetic::ZERO))),
        else Err(unsupported(node))
    )
}

fn adagrad_v2(node: &Node) -> Result<Kernel> {
    let update_slots = node.attrs.bool("update_slots")?;
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16, Complex<f32>, Complex<f64>],
        T => optimizer::<T, 2, 2, _>(node, move |[lr, epsilon]| Ok(rule(update_slots, lr, epsilon))),
        else Err(unsupported(node))
    )
}

fn rule<W: Arithmetic>(update_slots: bool, lr: W, epsilon: W) -> impl Fn([W; 2], W) -> [W; 2] {
    move |[var, accum], grad| {
        let accum = if update_slots { accum + grad * grad } else { accum };
        [var - grad * lr / (accum.sqrt() + epsilon), accum]
    }
}
