//! `ReverseSequence`: the beginnings of sequences back to front.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    grads::by_first,
    known::{input, merge_size, vector_len},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "ReverseSequence(input:T, seq_lengths:Tlen) -> (output:T) {seq_dim:int, batch_dim:int=0, T:type, Tlen:type=int64}",
    "For each entry of a batch, so many of the first elements along an axis back to front.",
)
.shape(reverse_sequence)
.gradient(gradient)];

/// The shape of the input, with a length for each entry of the batch.
fn reverse_sequence(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (source, lengths) = (input(query, 0), vector_len(query, 1)?);
    let Some(sizes) = source.sizes() else { return Ok(vec![source]) };
    let axis = |name: &str| -> Result<usize> {
        let axis = query.node.attrs.int(name)?;
        let fits = usize::try_from(axis).ok().filter(|&axis| axis < sizes.len());
        fits.ok_or_else(|| invalid_argument(format!("{name} must be < input rank: {axis} vs. {}", sizes.len())))
    };
    let (batch, _) = (axis("batch_dim")?, axis("seq_dim")?);
    let mut merged = sizes.to_vec();
    merged[batch] = merge_size(sizes[batch], lengths)?;
    Ok(vec![PartialShape::new(merged)])
}

/// Back to front once more.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (attrs, lengths, dy) = (node.attrs(), node.input(1)?, node.grad(0)?);
    let (seq, batch) = (attrs.int("seq_dim")?, attrs.int("batch_dim")?);
    let dx =
        node.op("ReverseSequence").inputs([&dy, &lengths]).attr("seq_dim", seq).attr("batch_dim", batch).finish()?;
    Ok(by_first(node, Some(dx.into())))
}
