//! Rank: the number of axes.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::Tensor;

use super::elements::take;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Rank", rank)];

fn rank(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [input] = take(inputs)?;
        Ok(vec![Tensor::scalar(input.shape().rank() as i32)])
    })))
}
