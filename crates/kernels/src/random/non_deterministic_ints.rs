//! NonDeterministicInts: whole numbers that nobody can foretell.

use std::marker::PhantomData;

use regatta_graph::Node;
use regatta_status::Result;

use super::{
    distribution::UniformFullInt,
    stream::{Stream, shape_from},
};
use crate::{Build, Kernel, array::elements::take, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("NonDeterministicInts", non_deterministic_ints)];

fn non_deterministic_ints(node: &Node) -> Result<Kernel> {
    dispatch!(node.output_types[0].dtype, [i32, i64, u32, u64], T => Ok(Kernel::Compute(Box::new(|inputs| {
        let [shape] = take(inputs)?;
        Ok(vec![Stream::unforeseen().fill(&UniformFullInt::<T>(PhantomData), shape_from(&shape)?)?])
    }))), else Err(unsupported(node)))
}
