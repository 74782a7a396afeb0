//! DynamicPartition: the rows of a tensor handed out to several, each to the one that its number says.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::elements::{Unit, by_unit, product, room_for, take};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("DynamicPartition", dynamic_partition)];

fn dynamic_partition(node: &Node) -> Result<Kernel> {
    let count = node.output_types.len();
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [data, partitions] = take(inputs)?;
        if !data.shape().starts_with(partitions.shape()) {
            return Err(invalid_argument(format!(
                "data.shape must start with partitions.shape, got data.shape = {}, partitions.shape = {}",
                data.shape(),
                partitions.shape()
            )));
        }
        by_unit!(data.dtype(), U => handed_out::<U>(&data, &partitions, count))
    })))
}

fn handed_out<U: Unit>(data: &Tensor, partitions: &Tensor, count: usize) -> Result<Vec<Tensor>> {
    let owners = partitions.values::<i32>()?;
    let mut rows = vec![0usize; count];
    for (k, &owner) in owners.iter().enumerate() {
        match usize::try_from(owner).ok().and_then(|owner| rows.get_mut(owner)) {
            Some(rows) => *rows += 1,
            None => return Err(invalid_argument(format!("partitions[{k}] = {owner} is not in [0, {count})"))),
        }
    }
    let tail = &data.shape()[partitions.shape().rank()..];
    let row = product(tail);
    let mut parts = Vec::with_capacity(count);
    for &rows in &rows {
        parts.push(room_for::<U>(rows * row)?);
    }
    let source = U::of(data)?;
    for (k, &owner) in owners.iter().enumerate() {
        parts[owner as usize].extend_from_slice(&source[k * row..(k + 1) * row]);
    }
    let made = parts
        .into_iter()
        .zip(rows)
        .map(|(part, rows)| U::into_tensor(data.dtype(), Shape::new(&[&[rows], tail].concat())?, part));
    made.collect()
}
