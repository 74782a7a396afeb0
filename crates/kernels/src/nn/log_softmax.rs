//! The logarithm of softmax over the last axis, shifted by the row maximum so that exp never overflows.
//!
//! ```text
//! y = x - max - ln(sum(exp(x - max)))
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

pub(super) const KERNELS: &[(&str, Build)] = &[("LogSoftmax", log_softmax)];

fn log_softmax(node: &Node) -> Result<Kernel> {
    for_floats!(node, T => compute(|[logits]| over_rows::<T>(logits, log_softmax_rows)))
}

#[inline(always)]
fn log_softmax_rows<T: Real>(block: &mut [T], n: usize) {
    block.chunks_exact_mut(n).for_each(shift);
    let mut exponentials = block.to_vec();
    exponentiate(&mut exponentials);
    for (row, exponentials) in block.chunks_exact_mut(n).zip(exponentials.chunks_exact(n)) {
        let log_total = T::Wide::of(total(exponentials).ln());
        row.iter_mut().for_each(|x| *x = T::narrow(x.wide() - log_total));
    }
}
