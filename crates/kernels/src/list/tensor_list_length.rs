//! `TensorListLength`: the number of items.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::Tensor;

use super::access::list_of;
use crate::{Build, Kernel, array::elements::take};

pub(super) const KERNELS: &[(&str, Build)] = &[("TensorListLength", tensor_list_length)];

fn tensor_list_length(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [list] = take(inputs)?;
        Ok(vec![Tensor::scalar(i32::try_from(list_of(&list)?.len()).unwrap_or(i32::MAX))])
    })))
}
