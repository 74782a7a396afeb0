//! UniqueWithCounts and UniqueWithCountsV2: as Unique, and how often each value comes.

use regatta_graph::Node;
use regatta_status::Result;

use super::unique::kernel;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("UniqueWithCounts", unique_with_counts), ("UniqueWithCountsV2", unique_with_counts)];

fn unique_with_counts(node: &Node) -> Result<Kernel> {
    kernel(node, true)
}
