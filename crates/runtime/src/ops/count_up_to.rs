//! `CountUpTo`, `ResourceCountUpTo`: gives what a variable holds and adds one, until it holds the limit.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument, out_of_range};
use regatta_tensor::{DType, Element, Tensor};

use crate::{
    action::Stateful,
    ops::{next, resource_variable, variable},
    value::Value,
    variable::update,
};

/// Takes a reference or a handle.
pub(crate) fn count_up_to(node: &Node) -> Result<Stateful> {
    let limit = node.attrs.int("limit")?;
    match node.attrs.dtype("T")? {
        DType::Int32 => Ok(counter::<i32>(limit, |value| value.wrapping_add(1))),
        DType::Int64 => Ok(counter::<i64>(limit, |value| value.wrapping_add(1))),
        other => Err(invalid_argument(format!("CountUpTo counts in int32 or int64, not {other}"))),
    }
}

fn counter<T: Element + Into<i64>>(limit: i64, successor: fn(T) -> T) -> Stateful {
    Box::new(move |step, inputs| {
        let counter = match next(&mut inputs.into_iter())? {
            by_reference @ Value::Ref(_) => variable::reference(by_reference)?,
            by_handle => resource_variable::of_handle(step, by_handle)?,
        };
        let mut before = None;
        update(&[counter], |tensors| {
            let tensor = tensors.first_mut().ok_or_else(|| invalid_argument("no variable to count with"))?;
            if tensor.shape().rank() != 0 {
                return Err(invalid_argument(format!("input is not a scalar: {}", tensor.shape())));
            }
            let value = tensor.single::<T>()?;
            if value.into() >= limit {
                return Err(out_of_range(format!("Reached limit of {limit}")));
            }
            **tensor = Tensor::scalar(successor(value));
            before = Some(Tensor::scalar(value).into());
            Ok(())
        })?;
        Ok(before.into_iter().collect())
    })
}
