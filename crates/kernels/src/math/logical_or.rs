//! `LogicalOr`: `z = x or y`.

use regatta_graph::Node;
use regatta_status::Result;

use super::binary::combining;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("LogicalOr", logical_or)];

fn logical_or(_: &Node) -> Result<Kernel> {
    Ok(combining::<bool>(|x, y| x | y))
}
