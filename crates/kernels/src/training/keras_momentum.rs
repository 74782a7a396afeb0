//! Momentum as Keras has it: the sum is one of steps and not of gradients.
//!
//! ```text
//! accum = accum * momentum - grad * lr
//! var  += accum                                    or, with `use_nesterov`, accum * momentum - grad * lr
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::{apply::optimizer, number::Arithmetic};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("ResourceApplyKerasMomentum", keras_momentum), ("ResourceSparseApplyKerasMomentum", keras_momentum)];

fn keras_momentum(node: &Node) -> Result<Kernel> {
    let nesterov = node.attrs.bool("use_nesterov")?;
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16],
        T => optimizer::<T, 2, 2, _>(node, move |scalars| rule(nesterov, scalars)),
        else Err(unsupported(node))
    )
}

fn rule<W: Arithmetic>(nesterov: bool, [lr, momentum]: [W; 2]) -> Result<impl Fn([W; 2], W) -> [W; 2]> {
    Ok(move |[var, accum]: [W; 2], grad: W| {
        let accum = accum * momentum - grad * lr;
        let step = if nesterov { accum * momentum - grad * lr } else { accum };
        [var + step, accum]
    })
}
