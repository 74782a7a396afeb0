//! `ReadVariableOp`: the value of a variable.

use regatta_status::Result;

use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::infer::behind_handle,
};

pub(super) const OPS: &[Op] = &[op(
    "ReadVariableOp(resource:resource) -> (value:dtype) {dtype:type} [stateful]",
    "The value of a variable when this node runs.",
)
.shape(behind_handle)
.gradient(gradient)];

/// What came back to the value is the gradient by the variable, which its handle stands for.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    Ok(vec![node.incoming(0)])
}
