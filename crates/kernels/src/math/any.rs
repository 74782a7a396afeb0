//! `Any`: whether one is true.

use regatta_graph::Node;
use regatta_status::Result;

use super::reduce::{AnyTrue, Plain, reduction};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Any", any)];

fn any(node: &Node) -> Result<Kernel> {
    reduction!(node, [bool], T => Plain<T, AnyTrue>)
}
