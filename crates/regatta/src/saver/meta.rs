//! The graph beside a checkpoint.

use regatta_formats::{MetaGraph, SaverNodes, VariableNodes};
use regatta_status::Result;

use super::nodes::{Nodes, value_of};
use crate::graph::Graph;

/// The contents of `PREFIX.meta`; `keep` is how many checkpoints are kept, and in how many hours one for good.
pub(super) fn contents(g: &mut Graph, nodes: &Nodes, keep: (usize, f64)) -> Result<Vec<u8>> {
    let mut variables = Vec::new();
    for variable in g.global_variables() {
        variables.push(VariableNodes {
            variable: variable.handle().name(),
            initial_value: variable.initial_value().name(),
            initializer: variable.initializer().node().to_owned(),
            snapshot: value_of(g, &variable)?.name(),
            is_trainable: variable.is_trainable(),
            part_of: variable.part_of().map(|part| (part.name.clone(), part.slice.clone())),
        });
    }
    let saver = SaverNodes {
        filename_tensor: nodes.filename.name(),
        save_tensor: nodes.save.name(),
        restore_op: nodes.restore.node().to_owned(),
        max_to_keep: keep.0,
        sharded: nodes.is_sharded,
        keep_checkpoint_every_n_hours: keep.1,
    };
    MetaGraph { graph: &g.build()?, saver, variables }.to_bytes()
}
