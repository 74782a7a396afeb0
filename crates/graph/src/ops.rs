//! The table of ops. A folder for each family, in it a file for each op (and those that only its gradient uses): signature,
//! what it does, shape rule, gradient. The op's kernel and its conformance cases lie in files of the same family and name.

mod accumulator;
mod array;
mod control_flow;
pub mod functional;
mod image;
mod infer;
mod io;
mod list;
mod logging;
mod math;
mod nn;
mod parsing;
mod queue;
mod random;
mod replication;
mod sendrecv;
mod sparse;
mod state;
mod string;
mod summary;
mod table;
mod tensor_array;
mod training;

pub use array::strided_slice;
pub use math::einsum;

use std::{collections::HashMap, sync::LazyLock};

use crate::op_def::{self, Op, OpDef};

const FAMILIES: &[&[&[Op]]] = &[
    accumulator::OPS,
    array::OPS,
    control_flow::OPS,
    functional::OPS,
    image::OPS,
    io::OPS,
    list::OPS,
    logging::OPS,
    math::OPS,
    nn::OPS,
    parsing::OPS,
    queue::OPS,
    random::OPS,
    replication::OPS,
    sendrecv::OPS,
    sparse::OPS,
    state::OPS,
    string::OPS,
    summary::OPS,
    table::OPS,
    tensor_array::OPS,
    training::OPS,
];

fn rows() -> impl Iterator<Item = &'static Op> {
    FAMILIES.iter().copied().flatten().copied().flatten()
}

/// Read once, at first use (about a tenth of a millisecond). A line that cannot be read is left out; the test below reads all.
static TABLE: LazyLock<HashMap<&'static str, OpDef>> =
    LazyLock::new(|| rows().filter_map(|row| op_def::parse(row).ok()).map(|op| (op.name, op)).collect());

/// The op with this name.
pub fn find(name: &str) -> Option<&'static OpDef> {
    TABLE.get(name)
}

/// All ops, by name.
pub fn all() -> Vec<&'static OpDef> {
    let mut ops: Vec<_> = TABLE.values().collect();
    ops.sort_by_key(|op| op.name);
    ops
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read() {
        let mut count = 0;
        for row in rows() {
            let op = op_def::parse(row).unwrap();
            assert!(find(op.name).is_some());
            count += 1;
        }
        assert_eq!(count, all().len(), "an op stands in the table twice");
    }
}
