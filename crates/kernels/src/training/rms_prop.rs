//! RMSProp: steps scaled by a running mean of squares, with momentum.
//!
//! ```text
//! ms  += (grad^2 - ms) * (1 - rho)
//! mom  = momentum * mom + lr * grad / sqrt(ms + epsilon)
//! ```
//! var -= mom
//!
//! ```text
//! shape     var, ms, mom, grad [..]; the rest []
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

pub(crate) fn rms_prop(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16],
        T => Ok(apply::<T>()),
        else Err(unsupported(node))
    )
}

fn apply<T: Real>() -> Kernel {
    update(|[var, ms, mom], [lr, rho, momentum, epsilon, grad]| {
        let lr = scalar::<T>(&lr, "lr")?.wide();
        let rho = scalar::<T>(&rho, "rho")?.wide();
        let momentum = scalar::<T>(&momentum, "momentum")?.wide();
        let epsilon = scalar::<T>(&epsilon, "epsilon")?.wide();
        same_shape(var, ms, "ms")?;
        same_shape(var, mom, "mom")?;
        same_shape(var, &grad, "grad")?;
        let keep = <T::Wide as Number>::ONE - rho;
        let slots = (ms.make_mut::<T>()?, mom.make_mut::<T>()?);
        walk3(var.make_mut::<T>()?, slots.0, slots.1, grad.values::<T>()?, |var, ms, mom, grad| {
            for (((var, ms), mom), grad) in var.iter_mut().zip(ms).zip(mom).zip(grad) {
                let grad = grad.wide();
                let square = ms.wide() + (grad * grad - ms.wide()) * keep;
                let step = momentum * mom.wide() + lr * grad / (square + epsilon).sqrt();
                (*ms, *mom) = (T::narrow(square), T::narrow(step));
                *var = T::narrow(var.wide() - step);
            }
        });
        Ok(())
    })
}
