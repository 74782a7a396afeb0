//! `TensorListConcatLists`: for each pair of lists, the one with the items of the other behind its own.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Variant;

use super::access::{check_type, merge};
use crate::{Build, Kernel, array::elements::take};

pub(super) const KERNELS: &[(&str, Build)] = &[("TensorListConcatLists", tensor_list_concat_lists)];

fn tensor_list_concat_lists(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("element_dtype")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [mut left, right] = take(inputs)?;
        if left.shape() != right.shape() {
            return Err(invalid_argument(format!(
                "Incompatible input TensorList tensor shapes: {} and {}",
                left.shape(),
                right.shape()
            )));
        }
        for (left, right) in left.variants_mut()?.iter_mut().zip(right.as_variants()?) {
            let (Variant::List(left), Variant::List(right)) = (left, right) else {
                return Err(invalid_argument("an input of TensorListConcatLists is not a list"));
            };
            check_type(left, dtype)?;
            check_type(right, dtype)?;
            left.element_shape = merge(&left.element_shape, &right.element_shape)?;
            for item in right.items() {
                left.push(item.clone())?;
            }
        }
        Ok(vec![left])
    })))
}
