//! `TensorScatterMin`: the smaller of a tensor's elements and parts.

use super::{same, tensor_scatter_max::gradient};
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "TensorScatterMin(tensor:T, indices:Tindices, updates:T) -> (output:T) {T:type, Tindices:type, bad_indices_policy:string=''}",
    "A tensor with the smaller of its element and the update at the places that the rows of the indices name.",
)
.shape(same::same)
.gradient(gradient)];
