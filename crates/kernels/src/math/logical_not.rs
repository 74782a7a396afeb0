//! `LogicalNot`: `y = not x`.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::mapping;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("LogicalNot", logical_not)];

fn logical_not(_: &Node) -> Result<Kernel> {
    Ok(mapping::<bool>(|x| !x))
}
