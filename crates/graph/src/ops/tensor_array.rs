//! Arrays of tensors that loops write and read place by place. They live as long as the step.
//!
//! The gradients of these ops are built by clients, out of the ops here: a gradient array belongs to one pass back over the
//! whole graph and is named after it (`source`), which a rule that sees one node does not know.

mod rules;
#[allow(clippy::module_inception)] // A file is named after its op, and the family after its first.
mod tensor_array;
mod tensor_array_close;
mod tensor_array_concat;
mod tensor_array_gather;
mod tensor_array_grad;
mod tensor_array_read;
mod tensor_array_scatter;
mod tensor_array_size;
mod tensor_array_split;
mod tensor_array_write;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[
    tensor_array::OPS,
    tensor_array_close::OPS,
    tensor_array_concat::OPS,
    tensor_array_gather::OPS,
    tensor_array_grad::OPS,
    tensor_array_read::OPS,
    tensor_array_scatter::OPS,
    tensor_array_size::OPS,
    tensor_array_split::OPS,
    tensor_array_write::OPS,
];
