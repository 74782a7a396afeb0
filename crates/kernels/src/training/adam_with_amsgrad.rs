//! Adam that never forgets the largest mean of squares (AMSGrad).
//!
//! ```text
//! m    += (grad - m) * (1 - beta1)
//! v    += (grad^2 - v) * (1 - beta2)
//! vhat  = max(vhat, v)
//! var  -= lr * sqrt(1 - beta2_power) / (1 - beta1_power) * m / (sqrt(vhat) + epsilon)
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::{apply::optimizer, number::max};
use crate::{Build, Kernel, dispatch::dispatch, math::number::Float, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ResourceApplyAdamWithAmsgrad", adam_with_amsgrad)];

fn adam_with_amsgrad(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16],
        T => optimizer::<T, 4, 6, _>(node, rule),
        else Err(unsupported(node))
    )
}

fn rule<W: Float>(
    [beta1_power, beta2_power, lr, beta1, beta2, epsilon]: [W; 6],
) -> Result<impl Fn([W; 4], W) -> [W; 4]> {
    let step = lr * (W::ONE - beta2_power).sqrt() / (W::ONE - beta1_power);
    let (keep1, keep2) = (W::ONE - beta1, W::ONE - beta2);
    Ok(move |[var, m, v, vhat]: [W; 4], grad: W| {
        let m = m + (grad - m) * keep1;
        let v = v + (grad * grad - v) * keep2;
        let vhat = max(vhat, v);
        [var - m * step / (vhat.sqrt() + epsilon), m, v, vhat]
    })
}
