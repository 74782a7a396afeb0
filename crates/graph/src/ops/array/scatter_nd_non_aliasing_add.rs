//! `ScatterNdNonAliasingAdd`: parts added to a tensor.

use super::{same, tensor_scatter_add::gradient};
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "ScatterNdNonAliasingAdd(input:T, indices:Tindices, updates:T) -> (output:T) {T:type, Tindices:type, bad_indices_policy:string=''}",
    "A tensor to which parts are added at the places that the rows of the indices name.",
)
.shape(same::same)
.gradient(gradient)];
