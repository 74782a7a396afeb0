//! `Bucketize`: for each number how many of the boundaries do not exceed it.
//!
//! ```text
//! shape     input -> input
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};

use super::{
    output::{compute, input_type},
    unary::convert,
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Bucketize", bucketize)];

fn bucketize(node: &Node) -> Result<Kernel> {
    let boundaries: Vec<f32> = node.attrs.list("boundaries")?.floats.clone();
    if !boundaries.is_sorted() {
        return Err(invalid_argument("Expected sorted boundaries"));
    }
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64],
        T => Ok(compute(move |[input]| {
            convert(&input, |x: T| boundaries.partition_point(|bound| is_below(*bound, x as f64)) as i32)
        })),
        else Err(unsupported(node))
    )
}

/// Whether a boundary lies at or below a number; NaN lies above all.
fn is_below(bound: f32, x: f64) -> bool {
    x.is_nan() || x >= f64::from(bound)
}
