//! Momentum: steps along a decaying sum of gradients.
//!
//! ```text
//! accum = accum * momentum + grad
//! var  -= lr * accum                               or, with `use_nesterov`, lr * grad + lr * momentum * accum
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::{apply::optimizer, number::Arithmetic};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("ApplyMomentum", momentum),
    ("ResourceApplyMomentum", momentum),
    ("SparseApplyMomentum", momentum),
    ("ResourceSparseApplyMomentum", momentum),
];

fn momentum(node: &Node) -> Result<Kernel> {
    let nesterov = node.attrs.bool("use_nesterov")?;
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16, Complex<f32>, Complex<f64>],
        T => optimizer::<T, 2, 2, _>(node, move |scalars| rule(nesterov, scalars)),
        else Err(unsupported(node))
    )
}

fn rule<W: Arithmetic>(nesterov: bool, [lr, momentum]: [W; 2]) -> Result<impl Fn([W; 2], W) -> [W; 2]> {
    Ok(move |[var, accum]: [W; 2], grad: W| {
        let accum = accum * momentum + grad;
        let step = if nesterov { grad * lr + accum * momentum * lr } else { accum * lr };
        [var - step, accum]
    })
}
