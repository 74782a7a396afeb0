//! `ApproximateEqual`: whether `|x - y|` is at most a tolerance.

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;

use super::{
    binary::{compared, same_shapes},
    output::{compute, input_type},
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ApproximateEqual", approximate_equal)];

fn approximate_equal(node: &Node) -> Result<Kernel> {
    let tolerance = node.attrs.float("tolerance")?;
    let name = node.name.clone();
    dispatch!(
        input_type(node),
        [f32, f64],
        T => Ok(compute(move |[x, y]| {
            same_shapes(&name, "ApproximateEqual", &x, &y)?;
            let tolerance = T::from(tolerance);
            compared::<T>(&x, &y, move |x, y| (x - y).abs() <= tolerance)
        })),
        else Err(unsupported(node))
    )
}
