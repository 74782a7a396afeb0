//! `DynamicPartition`: rows handed out to several tensors.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    grads::{by_first, count_up_to, reshape_like},
    known::{input, merge},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "DynamicPartition(data:T, partitions:int32) -> (outputs:num_partitions*T) {num_partitions:int, T:type}",
    "The rows of a tensor handed out to several, each row to the one that its number says.",
)
.shape(dynamic_partition)
.gradient(gradient)];

/// Some rows for each output.
fn dynamic_partition(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (data, partitions, outputs) = (input(query, 0), input(query, 1), query.node.output_types.len());
    let (Some(from), Some(by)) = (data.sizes(), partitions.sizes()) else {
        return Ok(vec![PartialShape::unknown(); outputs]);
    };
    if from.len() < by.len() {
        return Err(invalid_argument("data does not start with the shape of its partitions"));
    }
    merge(&PartialShape::new(from[..by.len()].to_vec()), &partitions)?;
    let mut sizes = vec![None];
    sizes.extend(&from[by.len()..]);
    Ok(vec![PartialShape::new(sizes); outputs])
}

/// The place of every row is handed out too, and says where its gradient comes back to.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (data, partitions, count) = (node.input(0)?, node.input(1)?, node.output(0)?.num_outputs());
    let rows = node.call("Size", &[&partitions])?;
    let places = count_up_to(node, &rows)?;
    let places = reshape_like(node, &places, &partitions)?;
    let places =
        node.op("DynamicPartition").inputs([&places, &partitions]).attr("num_partitions", count as i64).finish()?;
    let grads = (0..count).map(|k| node.grad(k)).collect::<Result<Vec<_>>>()?;
    let places: Vec<_> = (0..count).map(|k| places.output(k)).collect();
    let dx = node.op("DynamicStitch").inputs(&places).inputs(&grads).attr("N", count as i64).finish()?;
    let dx = reshape_like(node, &dx, &data)?;
    Ok(by_first(node, Some(dx.into())))
}
