//! Plain descent: `var -= alpha * delta`.
//!
//! ```text
//! shape     var [..], alpha [], delta [..]
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::apply::{same_shape, scalar, update, walk1};
use crate::{Kernel, dispatch::dispatch, math::number::Number, unsupported};

pub(crate) fn gradient_descent(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16, Complex<f32>, Complex<f64>],
        T => Ok(apply::<T>()),
        else Err(unsupported(node))
    )
}

fn apply<T: Number>() -> Kernel {
    update(|[var], [alpha, delta]| {
        let alpha = scalar::<T>(&alpha, "alpha")?;
        same_shape(var, &delta, "delta")?;
        walk1(var.make_mut::<T>()?, delta.values::<T>()?, |var, delta| {
            var.iter_mut().zip(delta).for_each(|(var, delta)| *var = var.sub(alpha.mul(*delta)));
        });
        Ok(())
    })
}
