//! Tables from keys to values that live on a task.

mod hash_table;
mod initialize_table;
mod initialize_table_from_text_file;
mod lookup_table_export;
mod lookup_table_find;
mod lookup_table_import;
mod lookup_table_insert;
mod lookup_table_remove;
mod lookup_table_size;
mod mutable_dense_hash_table;
mod mutable_hash_table;
mod mutable_hash_table_of_tensors;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[
    hash_table::OPS,
    initialize_table::OPS,
    initialize_table_from_text_file::OPS,
    lookup_table_export::OPS,
    lookup_table_find::OPS,
    lookup_table_import::OPS,
    lookup_table_insert::OPS,
    lookup_table_remove::OPS,
    lookup_table_size::OPS,
    mutable_dense_hash_table::OPS,
    mutable_hash_table::OPS,
    mutable_hash_table_of_tensors::OPS,
];
