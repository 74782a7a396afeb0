//! Adam: steps along a running mean of gradients, scaled by a running mean of their squares.
//!
//! ```text
//! m    += (grad - m) * (1 - beta1)
//! v    += (grad^2 - v) * (1 - beta2)
//! var  -= lr * sqrt(1 - beta2_power) / (1 - beta1_power) * m / (sqrt(v) + epsilon)
//! ```
//!
//! With `use_nesterov` the last line has `grad * (1 - beta1) + beta1 * m` for `m`. The powers are kept by the caller.

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::{apply::optimizer, number::Arithmetic};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ApplyAdam", adam), ("ResourceApplyAdam", adam)];

fn adam(node: &Node) -> Result<Kernel> {
    let nesterov = node.attrs.bool("use_nesterov")?;
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16, Complex<f32>, Complex<f64>],
        T => optimizer::<T, 3, 6, _>(node, move |scalars| rule(nesterov, scalars)),
        else Err(unsupported(node))
    )
}

fn rule<W: Arithmetic>(
    nesterov: bool,
    [beta1_power, beta2_power, lr, beta1, beta2, epsilon]: [W; 6],
) -> Result<impl Fn([W; 3], W) -> [W; 3]> {
    let step = lr * (W::ONE - beta2_power).sqrt() / (W::ONE - beta1_power);
    let (keep1, keep2) = (W::ONE - beta1, W::ONE - beta2);
    Ok(move |[var, m, v]: [W; 3], grad: W| {
        let m = m + (grad - m) * keep1;
        let v = v + (grad * grad - v) * keep2;
        let along = if nesterov { grad * keep1 + beta1 * m } else { m };
        [var - along * step / (v.sqrt() + epsilon), m, v]
    })
}
