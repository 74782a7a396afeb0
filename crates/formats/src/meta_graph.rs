//! `MetaGraphDef`, the `.meta` file beside a checkpoint: the graph, its variables, and which nodes save and restore them.
//!
//! With it TensorFlow's `import_meta_graph` makes a graph and a `Saver` that restores the checkpoint, without the program
//! that built them.

use std::{collections::BTreeMap, path::Path};

use prost::Message;
use regatta_graph::GraphDef;
use regatta_status::Result;
use regatta_wire::{
    graph_to_proto,
    pb::{
        CollectionDef, MetaGraphDef, SaveSliceInfoDef, SaverDef, VariableDef,
        collection_def::{BytesList, Kind},
        meta_graph_def::MetaInfoDef,
        saver_def::CheckpointFormatVersion,
    },
};

use crate::{
    bundle::files::{create_directory, write_atomically},
    slice::ShapeAndSlice,
};

/// What a `.meta` file says.
pub struct MetaGraph<'a> {
    /// The graph.
    pub graph: &'a GraphDef,
    /// The nodes that save and restore.
    pub saver: SaverNodes,
    /// The variables that checkpoints hold.
    pub variables: Vec<VariableNodes>,
}

/// The nodes that save and restore, and how many checkpoints are kept.
#[derive(Clone, Debug, PartialEq)]
pub struct SaverNodes {
    /// The tensor that is fed the prefix: `save/Const:0`.
    pub filename_tensor: String,
    /// The tensor that is fetched to save.
    pub save_tensor: String,
    /// The node that restores.
    pub restore_op: String,
    /// Zero means all.
    pub max_to_keep: usize,
    /// Whether tasks write files of their own.
    pub sharded: bool,
    /// How often one is kept for good.
    pub keep_checkpoint_every_n_hours: f64,
}

/// The nodes of a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct VariableNodes {
    /// Its handle.
    pub variable: String,
    /// What its first value is.
    pub initial_value: String,
    /// The node that gives it.
    pub initializer: String,
    /// A tensor that is its value.
    pub snapshot: String,
    /// Whether optimizers change it.
    pub is_trainable: bool,
    /// The name of the whole that it is a part of, and which part.
    pub part_of: Option<(String, ShapeAndSlice)>,
}

/// Writes the file of a [`MetaGraph`]; a crash leaves what was there.
pub fn write_meta_graph(path: &Path, contents: &[u8]) -> Result<()> {
    path.to_str().map_or(Ok(()), create_directory)?;
    write_atomically(path, contents)
}

impl MetaGraph<'_> {
    /// The contents of the file.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        Ok(self.to_proto()?.encode_to_vec())
    }

    fn to_proto(&self) -> Result<MetaGraphDef> {
        let records = |wanted: &dyn Fn(&&VariableNodes) -> bool| -> Result<CollectionDef> {
            let value =
                self.variables.iter().filter(wanted).map(|variable| Ok(variable.to_proto()?.encode_to_vec().into()));
            let value = value.collect::<Result<_>>()?;
            Ok(CollectionDef { kind: Some(Kind::BytesList(BytesList { value })) })
        };
        let collections = BTreeMap::from([
            ("variables".to_owned(), records(&|_| true)?),
            ("trainable_variables".to_owned(), records(&|variable| variable.is_trainable)?),
        ]);
        Ok(MetaGraphDef {
            meta_info_def: Some(MetaInfoDef::default()),
            graph_def: Some(graph_to_proto(self.graph)),
            saver_def: Some(self.saver.to_proto()),
            collection_def: collections,
            ..Default::default()
        })
    }
}

impl SaverNodes {
    fn to_proto(&self) -> SaverDef {
        SaverDef {
            filename_tensor_name: self.filename_tensor.clone(),
            save_tensor_name: self.save_tensor.clone(),
            restore_op_name: self.restore_op.clone(),
            max_to_keep: i32::try_from(self.max_to_keep).unwrap_or(i32::MAX),
            sharded: self.sharded,
            keep_checkpoint_every_n_hours: self.keep_checkpoint_every_n_hours as f32,
            version: CheckpointFormatVersion::V2 as i32,
        }
    }
}

impl VariableNodes {
    fn to_proto(&self) -> Result<VariableDef> {
        let slice = self.part_of.as_ref().map(|(name, part)| -> Result<SaveSliceInfoDef> {
            let region = part.slice.region(&part.shape)?;
            let signed = |sizes: &[usize]| sizes.iter().map(|size| *size as i64).collect();
            Ok(SaveSliceInfoDef {
                full_name: name.clone(),
                full_shape: part.shape.to_signed(),
                var_offset: signed(&region.starts),
                var_shape: signed(&region.sizes),
            })
        });
        Ok(VariableDef {
            variable_name: self.variable.clone(),
            initial_value_name: self.initial_value.clone(),
            initializer_name: self.initializer.clone(),
            snapshot_name: self.snapshot.clone(),
            save_slice_info_def: slice.transpose()?,
            is_resource: true,
            trainable: self.is_trainable,
            ..Default::default()
        })
    }
}
