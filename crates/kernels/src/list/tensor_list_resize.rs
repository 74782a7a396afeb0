//! `TensorListResize`: a list made longer, by items that are not set, or shorter.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};

use super::access::{edit, scalar};
use crate::{Build, Kernel, array::elements::take};

pub(super) const KERNELS: &[(&str, Build)] = &[("TensorListResize", tensor_list_resize)];

fn tensor_list_resize(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [mut list, size] = take(inputs)?;
        let size = scalar(&size, "size")?;
        let size = usize::try_from(size)
            .map_err(|_| invalid_argument(format!("TensorListResize expects size to be non-negative. Got: {size}")))?;
        edit(&mut list, |list| list.resize(size))?;
        Ok(vec![list])
    })))
}
