//! RMSProp: steps scaled by a running mean of squares, with momentum.
//!
//! ```text
//! ms  += (grad^2 - ms) * (1 - rho)
//! mom  = momentum * mom + lr * grad / sqrt(ms + epsilon)
//! var -= mom
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::{apply::optimizer, number::Arithmetic};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("ApplyRMSProp", rms_prop),
    ("ResourceApplyRMSProp", rms_prop),
    ("SparseApplyRMSProp", rms_prop),
    ("ResourceSparseApplyRMSProp", rms_prop),
];

fn rms_prop(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16, Complex<f32>, Complex<f64>],
        T => optimizer::<T, 3, 4, _>(node, rule),
        else Err(unsupported(node))
    )
}

fn rule<W: Arithmetic>([lr, rho, momentum, epsilon]: [W; 4]) -> Result<impl Fn([W; 3], W) -> [W; 3]> {
    let keep = W::ONE - rho;
    Ok(move |[var, ms, mom]: [W; 3], grad: W| {
        let ms = ms + (grad * grad - ms) * keep;
        let mom = mom * momentum + grad * lr / (ms + epsilon).sqrt();
        [var - mom, ms, mom]
    })
}
