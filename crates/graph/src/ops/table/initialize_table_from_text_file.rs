//! `InitializeTableFromTextFileV2`: fills a table from the lines of a file.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[
    op(
        "InitializeTableFromTextFileV2(table_handle:resource, filename:string) -> () {key_index:int, value_index:int, vocab_size:int=-1, delimiter:string='\t', offset:int=0} [stateful]",
        "Fills a table from the lines of a file.",
    )
    .shape(gives_nothing)
    .flat(),
];
