//! `All`: whether all are true.

use regatta_graph::Node;
use regatta_status::Result;

use super::reduce::{AllTrue, Plain, reduction};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("All", all)];

fn all(node: &Node) -> Result<Kernel> {
    reduction!(node, [bool], T => Plain<T, AllTrue>)
}
