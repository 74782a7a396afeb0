//! Momentum: steps along a decaying sum of gradients.
//!
//! accum = accum * momentum + grad
//! ```text
//! var  -= lr * accum                               or, with `use_nesterov`, lr * grad + lr * momentum * accum
//!
//! shape     var [..], accum [..], lr [], grad [..], momentum []
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::apply::{same_shape, scalar, update, walk2};
use crate::{Kernel, dispatch::dispatch, math::number::Real, unsupported};

pub(crate) fn momentum(node: &Node) -> Result<Kernel> {
    let use_nesterov = node.attrs.bool("use_nesterov")?;
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16],
        T => Ok(apply::<T>(use_nesterov)),
        else Err(unsupported(node))
    )
}

fn apply<T: Real>(use_nesterov: bool) -> Kernel {
    update(move |[var, accum], [lr, grad, momentum]| {
        same_shape(var, accum, "accum")?;
        let lr = scalar::<T>(&lr, "lr")?.wide();
        same_shape(var, &grad, "grad")?;
        let momentum = scalar::<T>(&momentum, "momentum")?.wide();
        walk2(var.make_mut::<T>()?, accum.make_mut::<T>()?, grad.values::<T>()?, |var, accum, grad| {
            for ((var, accum), grad) in var.iter_mut().zip(accum).zip(grad) {
                let grad = grad.wide();
                let total = accum.wide() * momentum + grad;
                let step = if use_nesterov { grad * lr + total * momentum * lr } else { total * lr };
                *accum = T::narrow(total);
                *var = T::narrow(var.wide() - step);
            }
        });
        Ok(())
    })
}
