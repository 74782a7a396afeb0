//! `TensorListSetItem`: a list with another item in one place.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};

use super::access::{check_item, check_type, edit};
use crate::{Build, Kernel, array::elements::take};

pub(super) const KERNELS: &[(&str, Build)] = &[("TensorListSetItem", tensor_list_set_item)];

fn tensor_list_set_item(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("element_dtype")?;
    let grows = node.attrs.bool("resize_if_index_out_of_bounds")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [mut list, index, item] = take(inputs)?;
        let index = index.single::<i32>()?;
        edit(&mut list, |list| {
            check_type(list, dtype)?;
            let place = match usize::try_from(index) {
                Ok(place) if place < list.len() || grows => place,
                _ => {
                    return Err(invalid_argument(format!(
                        "Trying to modify element {index} in a list with {} elements.",
                        list.len()
                    )));
                }
            };
            check_item(list, &item, "set")?;
            if place >= list.len() {
                list.resize(place + 1)?;
            }
            list.set(place, Some(item))
        })?;
        Ok(vec![list])
    })))
}
