//! Softmax over the last axis, shifted by the row maximum so that exp never overflows.
//!
//! ```text
//! y = exp(x - max) / sum(exp(x - max))
//!
//! shape     [.., n] -> [.., n]
//! ```

use regatta_graph::Node;
use regatta_status::Result;

use super::{
    activation::for_floats,
    rows::{exponentiate, over_rows, shift, total},
};
use crate::{
    Build, Kernel,
    math::{
        number::{Float, Real},
        output::compute,
    },
};

pub(super) const KERNELS: &[(&str, Build)] = &[("Softmax", softmax)];

fn softmax(node: &Node) -> Result<Kernel> {
    for_floats!(node, T => compute(|[logits]| over_rows::<T>(logits, softmax_rows)))
}

#[inline(always)]
fn softmax_rows<T: Real>(block: &mut [T], n: usize) {
    block.chunks_exact_mut(n).for_each(shift);
    exponentiate(block);
    for row in block.chunks_exact_mut(n) {
        let scale = T::Wide::of(1.0 / total(row));
        row.iter_mut().for_each(|x| *x = T::narrow(x.wide() * scale));
    }
}
