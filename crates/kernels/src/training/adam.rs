//! Adam: steps along a running mean of gradients, scaled by a running mean of their squares.
//!
//! ```text
//! step  = lr * sqrt(1 - beta2_power) / (1 - beta1_power)
//! m    += (grad - m) * (1 - beta1)
//! v    += (grad^2 - v) * (1 - beta2)
//! var  -= step * m / (sqrt(v) + epsilon)
//! ```
//!
//! With `use_nesterov` the last line has `grad * (1 - beta1) + beta1 * m` for `m`. The powers are kept by the caller.
//!
//! ```text
//! shape     var, m, v, grad [..]; the rest []
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::apply::{same_shape, scalar, update, walk3};
use crate::{
    Kernel,
    dispatch::dispatch,
    math::number::{Float, Number, Real},
    unsupported,
};

pub(crate) fn adam(node: &Node) -> Result<Kernel> {
    let use_nesterov = node.attrs.bool("use_nesterov")?;
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16],
        T => Ok(apply::<T>(use_nesterov)),
        else Err(unsupported(node))
    )
}

fn apply<T: Real>(use_nesterov: bool) -> Kernel {
    update(move |[var, m, v], [beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad]| {
        let one = <T::Wide as Number>::ONE;
        let beta1_power = scalar::<T>(&beta1_power, "beta1_power")?.wide();
        let beta2_power = scalar::<T>(&beta2_power, "beta2_power")?.wide();
        let lr = scalar::<T>(&lr, "lr")?.wide();
        let beta1 = scalar::<T>(&beta1, "beta1")?.wide();
        let beta2 = scalar::<T>(&beta2, "beta2")?.wide();
        let epsilon = scalar::<T>(&epsilon, "epsilon")?.wide();
        same_shape(var, m, "m")?;
        same_shape(var, v, "v")?;
        same_shape(var, &grad, "grad")?;
        let step = lr * (one - beta2_power).sqrt() / (one - beta1_power);
        let (keep1, keep2) = (one - beta1, one - beta2);
        let slots = (m.make_mut::<T>()?, v.make_mut::<T>()?);
        walk3(var.make_mut::<T>()?, slots.0, slots.1, grad.values::<T>()?, |var, m, v, grad| {
            for (((var, m), v), grad) in var.iter_mut().zip(m).zip(v).zip(grad) {
                let grad = grad.wide();
                let mean = m.wide() + (grad - m.wide()) * keep1;
                let square = v.wide() + (grad * grad - v.wide()) * keep2;
                let along = if use_nesterov { grad * keep1 + beta1 * mean } else { mean };
                (*m, *v) = (T::narrow(mean), T::narrow(square));
                *var = T::narrow(var.wide() - along * step / (square.sqrt() + epsilon));
            }
        });
        Ok(())
    })
}
