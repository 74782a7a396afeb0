//! Gather and GatherV2: the parts of `params` along an axis (the first, for Gather) that the indices name.
//!
//! ```text
//! shape  params[..axis] + indices[batch_dims..] + params[axis + 1..], the first `batch_dims` axes shared by both
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Element, Shape, Tensor};

use super::elements::{Unit, axis_of, by_unit, product, room_for, single_int};
use crate::{Build, Kernel, math::output::compute, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Gather", gather_rows), ("GatherV2", gather)];

fn gather_rows(node: &Node) -> Result<Kernel> {
    check_indices(node)?;
    Ok(compute(|[params, indices]| gathered(&params, &indices, &Tensor::scalar(0i32), 0)))
}

fn gather(node: &Node) -> Result<Kernel> {
    let batch_dims = node.attrs.int("batch_dims")?;
    check_indices(node)?;
    Ok(compute(move |[params, indices, axis]| gathered(&params, &indices, &axis, batch_dims)))
}

fn check_indices(node: &Node) -> Result<()> {
    match node.input_types.get(1).map(|edge| edge.dtype) {
        Some(DType::Int16 | DType::Int32 | DType::Int64) => Ok(()),
        _ => Err(unsupported(node)),
    }
}

fn gathered(params: &Tensor, indices: &Tensor, axis: &Tensor, batch_dims: i64) -> Result<Tensor> {
    let plan = Plan::new(params, indices, axis, batch_dims)?;
    match indices.dtype() {
        DType::Int16 => by_unit!(params.dtype(), U => plan.run::<U, i16>(params, indices)),
        DType::Int32 => by_unit!(params.dtype(), U => plan.run::<U, i32>(params, indices)),
        _ => by_unit!(params.dtype(), U => plan.run::<U, i64>(params, indices)),
    }
}

/// `params` as `[batch, outer, limit, inner]`, the indices as `[batch, picks]`.
struct Plan {
    batch: usize,
    outer: usize,
    limit: usize,
    inner: usize,
    picks: usize,
    shape: Shape,
}

impl Plan {
    fn new(params: &Tensor, indices: &Tensor, axis: &Tensor, batch_dims: i64) -> Result<Plan> {
        let (from, by) = (params.shape(), indices.shape());
        let (rank, picks_rank) = (from.rank(), by.rank() as i64);
        if rank == 0 {
            return Err(invalid_argument("params must be at least 1 dimensional"));
        }
        let dim = match single_int(axis) {
            Some(dim) if axis.shape().rank() == 0 => dim,
            _ => return Err(invalid_argument("axis must be scalar")),
        };
        let least = if dim < 0 { dim.saturating_neg() } else { dim.saturating_add(1) };
        let Some(axis) = axis_of(dim, rank) else {
            return Err(invalid_argument(format!("Shape must be at least rank {least} but is rank {rank}")));
        };
        if batch_dims < -picks_rank || batch_dims > picks_rank {
            return Err(invalid_argument(format!(
                "Expected batch_dims in the range [{}, {picks_rank}], but got {batch_dims}",
                -picks_rank
            )));
        }
        let batch_dims = if batch_dims < 0 { batch_dims + picks_rank } else { batch_dims } as usize;
        if batch_dims >= rank {
            return Err(invalid_argument(format!(
                "batch_dims ({batch_dims}) must be less than rank(params) ({rank})."
            )));
        }
        if axis < batch_dims {
            return Err(invalid_argument(format!(
                "batch_dims ({batch_dims}) must be less than or equal to axis ({axis})."
            )));
        }
        if let Some(i) = (0..batch_dims).find(|&i| from[i] != by[i]) {
            return Err(invalid_argument(format!(
                "params.shape[{i}]: {} should be equal to indices.shape[{i}]: {}",
                from[i], by[i]
            )));
        }
        let mut sizes = from[..axis].to_vec();
        sizes.extend(&by[batch_dims..]);
        sizes.extend(&from[axis + 1..]);
        Ok(Plan {
            batch: product(&from[..batch_dims]),
            outer: product(&from[batch_dims..axis]),
            limit: from[axis],
            inner: product(&from[axis + 1..]),
            picks: product(&by[batch_dims..]),
            shape: Shape::new(&sizes)?,
        })
    }

    fn run<U: Unit, I: Element + Into<i64>>(self, params: &Tensor, indices: &Tensor) -> Result<Tensor> {
        let count = self.shape.num_elements();
        let mut elements = room_for::<U>(count)?;
        if count > 0 {
            let picked = self.check(indices.shape(), indices.values::<I>()?)?;
            let source = U::of(params)?;
            for batch in 0..self.batch {
                let picks = &picked[batch * self.picks..][..self.picks];
                for outer in 0..self.outer {
                    let block = &source[(batch * self.outer + outer) * self.limit * self.inner..];
                    append_picks(block, self.inner, picks, &mut elements);
                }
            }
        }
        U::into_tensor(params.dtype(), self.shape, elements)
    }

    /// The indices, all of which must be in range; where they pick nothing TensorFlow does not look at them.
    fn check<I: Element + Into<i64>>(&self, shape: &Shape, indices: &[I]) -> Result<Vec<usize>> {
        let mut picked = room_for(indices.len())?;
        for (i, &index) in indices.iter().enumerate() {
            let index: i64 = index.into();
            match usize::try_from(index).ok().filter(|&index| index < self.limit) {
                Some(index) => picked.push(index),
                None => {
                    return Err(invalid_argument(format!(
                        "indices{} = {index} is not in [0, {})",
                        place(shape, i),
                        self.limit
                    )));
                }
            }
        }
        Ok(picked)
    }
}

/// Appends the parts of one block, single elements without the work of a slice each.
fn append_picks<U: Clone>(block: &[U], inner: usize, picks: &[usize], elements: &mut Vec<U>) {
    if inner == 1 {
        elements.extend(picks.iter().map(|&pick| block[pick].clone()));
    } else {
        picks.iter().for_each(|&pick| elements.extend_from_slice(&block[pick * inner..(pick + 1) * inner]));
    }
}

/// Where the `i`th index is, as TensorFlow writes it: `[1,0]`, or nothing for a scalar.
fn place(shape: &Shape, mut i: usize) -> String {
    let mut digits: Vec<String> = Vec::with_capacity(shape.rank());
    for &size in shape.iter().rev() {
        digits.push((i % size.max(1)).to_string());
        i /= size.max(1);
    }
    digits.reverse();
    if digits.is_empty() { String::new() } else { format!("[{}]", digits.join(",")) }
}
