//! `TensorListPushBackBatch`: several lists, each with one more item, a row of the tensor.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Variant;

use super::{
    access::{check_type, row_shape},
    tensor_list_push_back::push,
};
use crate::{Build, Kernel, array::elements::take, rows};

pub(super) const KERNELS: &[(&str, Build)] = &[("TensorListPushBackBatch", tensor_list_push_back_batch)];

fn tensor_list_push_back_batch(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("element_dtype")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [mut lists, tensor] = take(inputs)?;
        let (count, _) = row_shape(&tensor)?;
        if lists.shape().rank() != 1 || count != lists.num_elements() {
            return Err(invalid_argument(format!(
                "Expected tensor.shape[0] == input_handles.size, but saw {count} vs. {}",
                lists.num_elements()
            )));
        }
        for (k, list) in lists.variants_mut()?.iter_mut().enumerate() {
            let Variant::List(list) = list else {
                return Err(invalid_argument(format!("input_handles[{k}] is not a list.")));
            };
            check_type(list, dtype)?;
            push(list, rows::row(&tensor, k)?)?;
        }
        Ok(vec![lists])
    })))
}
