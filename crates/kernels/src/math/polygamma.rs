//! `Polygamma`: the slope of order `a` of the digamma function at `x`.

use regatta_graph::Node;
use regatta_status::Result;

use super::{binary::real_pairwise, gamma};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Polygamma", polygamma)];

fn polygamma(node: &Node) -> Result<Kernel> {
    real_pairwise!(node, [f32, f64], (a, x) => gamma::polygamma(a.into(), x.into()) as _)
}
