//! Adagrad: steps shrink with the squares seen so far.
//!
//! accum += grad^2 (unless `update_slots` is false)
//! ```text
//! var   -= lr * grad / sqrt(accum)
//!
//! shape     var [..], accum [..], lr [], grad [..]
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::apply::{same_shape, scalar, update, walk2};
use crate::{
    Kernel,
    dispatch::dispatch,
    math::number::{Float, Real},
    unsupported,
};

pub(crate) fn adagrad(node: &Node) -> Result<Kernel> {
    let update_slots = node.attrs.bool("update_slots")?;
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16],
        T => Ok(apply::<T>(update_slots)),
        else Err(unsupported(node))
    )
}

fn apply<T: Real>(update_slots: bool) -> Kernel {
    update(move |[var, accum], [lr, grad]| {
        same_shape(var, accum, "accum")?;
        let lr = scalar::<T>(&lr, "lr")?.wide();
        same_shape(var, &grad, "grad")?;
        walk2(var.make_mut::<T>()?, accum.make_mut::<T>()?, grad.values::<T>()?, |var, accum, grad| {
            for ((var, accum), grad) in var.iter_mut().zip(accum).zip(grad) {
                let grad = grad.wide();
                let total = if update_slots { accum.wide() + grad * grad } else { accum.wide() };
                *accum = T::narrow(total);
                *var = T::narrow(var.wide() - lr * grad / total.sqrt());
            }
        });
        Ok(())
    })
}
