//! `TensorListPushBack`: a list with one more item.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Tensor, TensorList};

use super::access::{check_item, check_type, edit};
use crate::{Build, Kernel, array::elements::take};

pub(super) const KERNELS: &[(&str, Build)] = &[("TensorListPushBack", tensor_list_push_back)];

fn tensor_list_push_back(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("element_dtype")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [mut list, item] = take(inputs)?;
        edit(&mut list, |list| {
            check_type(list, dtype)?;
            push(list, item)
        })?;
        Ok(vec![list])
    })))
}

/// Adds an item if it fits.
pub(super) fn push(list: &mut TensorList, item: Tensor) -> Result<()> {
    check_item(list, &item, "append")?;
    if list.max_len.is_some_and(|max| list.len() >= max) {
        return Err(invalid_argument(format!(
            "Tried to push item into a full list list size: {} max_num_elements: {}",
            list.len(),
            list.max_len.unwrap_or_default()
        )));
    }
    list.push(Some(item))
}
