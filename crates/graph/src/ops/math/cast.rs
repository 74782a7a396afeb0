//! `Cast`: each element as another type.

use regatta_tensor::DType;

use super::arithmetic::{Grads, one};
use crate::{
    gradient::Backward,
    op_def::{AttrsExt, Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("Cast(x:SrcT) -> (y:DstT) {SrcT:type, DstT:type, Truncate:bool=False}", "Each element as another type.")
        .shape(same_as_first)
        .gradient(gradient)];

/// Back to the type that it came from; nothing flows through whole numbers.
fn gradient(node: &mut Backward<'_>) -> Grads {
    let (source, target) = (node.attrs().dtype("SrcT")?, node.attrs().dtype("DstT")?);
    let flows = |dtype: DType| dtype.is_float() || matches!(dtype, DType::Complex64 | DType::Complex128);
    if !flows(source) || !flows(target) {
        return Ok(vec![None]);
    }
    let grad = node.grad(0)?;
    one(node.op("Cast").input(&grad).attr("DstT", source).finish()?)
}
