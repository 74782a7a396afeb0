//! `LogicalAnd`: `z = x and y`.

use regatta_graph::Node;
use regatta_status::Result;

use super::binary::combining;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("LogicalAnd", logical_and)];

fn logical_and(_: &Node) -> Result<Kernel> {
    Ok(combining::<bool>(|x, y| x & y))
}
