//! `Complex`: a complex number of its real and imaginary parts.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, Tensor};

use super::{
    broadcast::Broadcast,
    output::{compute, input_type},
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Complex", complex)];

fn complex(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64],
        T => Ok(compute(|[re, im]| {
            let plan = Broadcast::new(re.shape(), im.shape())?;
            let out = plan.map_fresh(re.values::<T>()?, im.values::<T>()?, |re, im| Complex { re, im })?;
            Tensor::new(plan.shape, out)
        })),
        else Err(unsupported(node))
    )
}
