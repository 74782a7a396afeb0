//! Dataflow graphs as values: ops, nodes, pruning, placement, partitioning.
