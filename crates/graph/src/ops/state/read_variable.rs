//! `ReadVariableOp`, `_ReadVariablesOp`.

use regatta_status::Result;

use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::infer::behind_handle,
};

pub(super) const OPS: &[Op] = &[
    op(
        "ReadVariableOp(resource:resource) -> (value:dtype) {dtype:type} [stateful]",
        "The value of the variable behind a handle.",
    )
    .shape(behind_handle)
    .gradient(gradient),
    op(
        "_ReadVariablesOp(resources:N*resource) -> (values:list(dtypes)) {N:int, dtypes:list(type)} [stateful]",
        "The values of the variables behind several handles.",
    ),
];

/// What comes back to the value belongs to the handle, rows as rows.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    Ok(vec![node.incoming(0)])
}
