//! `Zeta`: Hurwitz' zeta function of `x` and `q`.

use regatta_graph::Node;
use regatta_status::Result;

use super::{binary::real_pairwise, gamma};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Zeta", zeta)];

fn zeta(node: &Node) -> Result<Kernel> {
    real_pairwise!(node, [f32, f64], (x, q) => gamma::zeta(x.into(), q.into()) as _)
}
