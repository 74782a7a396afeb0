//! Size: the number of elements.

use regatta_graph::Node;
use regatta_status::Result;

use super::{elements::take, shape::sizes_as};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Size", size)];

fn size(node: &Node) -> Result<Kernel> {
    let of = sizes_as(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [input] = take(inputs)?;
        Ok(vec![of(&[input.num_elements()])?.reshaped(Default::default())?])
    })))
}
