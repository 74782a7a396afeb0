//! `MirrorPad`: a tensor surrounded by its own reflection.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    grads::by_first,
    known::{constant_ints, input, input_of_rank, merge_size},
    pad::pad,
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "MirrorPad(input:T, paddings:Tpaddings) -> (output:T) {T:type, Tpaddings:type=int32, mode:string}",
        "The input surrounded by its reflection, in which the edge comes again (SYMMETRIC) or not (REFLECT).",
    )
    .shape(pad)
    .gradient(gradient),
    op(
        "MirrorPadGrad(input:T, paddings:Tpaddings) -> (output:T) {T:type, Tpaddings:type=int32, mode:string}",
        "The gradient of MirrorPad: what lies around the input, folded back onto it.",
    )
    .shape(mirror_pad_grad)
    .gradient(gradient_of_gradient),
];

/// Each size without what comes before and after it.
fn mirror_pad_grad(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let paddings = input_of_rank(query, 1, 2)?;
    let source = input(query, 0);
    let Some(rank) = merge_size(source.rank(), paddings.sizes().and_then(|sizes| sizes[0]))? else {
        return Ok(vec![PartialShape::unknown()]);
    };
    let (Some(sizes), Some(pads)) = (source.sizes(), constant_ints(query, 1)) else {
        return Ok(vec![PartialShape::of_rank(rank)]);
    };
    let folded = sizes.iter().zip(pads.chunks_exact(2)).map(|(size, pad)| {
        let Some(size) = size else { return Ok(None) };
        let around = usize::try_from(pad[0]).ok().zip(usize::try_from(pad[1]).ok());
        let left = around.and_then(|(before, after)| size.checked_sub(before)?.checked_sub(after));
        left.map(Some).ok_or_else(|| invalid_argument(format!("paddings {pad:?} do not fit into a size of {size}")))
    });
    Ok(vec![PartialShape::new(folded.collect::<Result<_>>()?)])
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    twin(node, "MirrorPadGrad")
}

fn gradient_of_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    twin(node, "MirrorPad")
}

/// Each of the two is the other's gradient.
fn twin(node: &mut Backward<'_>, op: &str) -> Result<Vec<Option<Grad>>> {
    let (mode, paddings, dy) = (node.attrs().str("mode")?.to_owned(), node.input(1)?, node.grad(0)?);
    let dx = node.op(op).inputs([&dy, &paddings]).attr("mode", mode).finish()?;
    Ok(by_first(node, Some(dx.into())))
}
