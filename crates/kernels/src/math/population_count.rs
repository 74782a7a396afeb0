//! `PopulationCount`: how many bits are set.

use regatta_graph::Node;
use regatta_status::Result;

use super::{output::input_type, unary::converting};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("PopulationCount", population_count)];

fn population_count(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [i32, i64, i8, i16, u8, u16, u32, u64],
        T => Ok(converting::<T, u8>(|x| x.count_ones() as u8)),
        else Err(unsupported(node))
    )
}
