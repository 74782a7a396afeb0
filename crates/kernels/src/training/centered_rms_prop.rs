//! RMSProp scaled by a running variance: mean of squares less square of the mean.
//!
//! ```text
//! ms  += (grad^2 - ms) * (1 - rho)
//! mg  += (grad - mg) * (1 - rho)
//! mom  = momentum * mom + lr * grad / sqrt(ms - mg^2 + epsilon)
//! var -= mom
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::{apply::optimizer, number::Arithmetic};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("ApplyCenteredRMSProp", centered_rms_prop),
    ("ResourceApplyCenteredRMSProp", centered_rms_prop),
    ("SparseApplyCenteredRMSProp", centered_rms_prop),
    ("ResourceSparseApplyCenteredRMSProp", centered_rms_prop),
];

fn centered_rms_prop(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16, Complex<f32>, Complex<f64>],
        T => optimizer::<T, 4, 4, _>(node, rule),
        else Err(unsupported(node))
    )
}

fn rule<W: Arithmetic>([lr, rho, momentum, epsilon]: [W; 4]) -> Result<impl Fn([W; 4], W) -> [W; 4]> {
    let keep = W::ONE - rho;
    Ok(move |[var, mg, ms, mom]: [W; 4], grad: W| {
        let ms = ms + (grad * grad - ms) * keep;
        let mg = mg + (grad - mg) * keep;
        let mom = mom * momentum + grad * lr / (ms - mg * mg + epsilon).sqrt();
        [var - mom, mg, ms, mom]
    })
}
