//! `ParseTensor`, `SerializeTensor`: tensors from and to bytes.

use crate::{
    op_def::{Op, op},
    ops::infer::gives_scalar,
};

pub(super) const OPS: &[Op] = &[
    op(
        "ParseTensor(serialized:string) -> (output:out_type) {out_type:type}",
        "The tensor that a serialised TensorProto holds.",
    )
    .flat(),
    op("SerializeTensor(tensor:T) -> (serialized:string) {T:type}", "A tensor as a serialised TensorProto.")
        .shape(gives_scalar)
        .flat(),
];
