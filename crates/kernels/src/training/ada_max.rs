//! AdaMax: Adam with the largest gradient seen, slowly forgotten, in place of the mean of squares.
//!
//! ```text
//! m   += (grad - m) * (1 - beta1)
//! v    = max(beta2 * v, |grad|)
//! var -= lr / (1 - beta1_power) * m / (v + epsilon)
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::f16;

use super::{
    apply::optimizer,
    number::{abs, max},
};
use crate::{Build, Kernel, dispatch::dispatch, math::number::Float, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ApplyAdaMax", ada_max), ("ResourceApplyAdaMax", ada_max)];

fn ada_max(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16],
        T => optimizer::<T, 3, 5, _>(node, rule),
        else Err(unsupported(node))
    )
}

fn rule<W: Float>([beta1_power, lr, beta1, beta2, epsilon]: [W; 5]) -> Result<impl Fn([W; 3], W) -> [W; 3]> {
    let (step, keep) = (lr / (W::ONE - beta1_power), W::ONE - beta1);
    Ok(move |[var, m, v]: [W; 3], grad: W| {
        let m = m + (grad - m) * keep;
        let v = max(beta2 * v, abs(grad));
        [var - step * (m / (v + epsilon)), m, v]
    })
}
