//! Sums and zeros of variants, which gradients need: those of lists are lists, item by item.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor, TensorList, Variant};

use super::access::merge;
use crate::sums;

/// Zeros in the form of a tensor of variants. An item that was never set stays so.
pub(crate) fn zeros_like(tensor: &Tensor) -> Result<Tensor> {
    let zeros: Result<Vec<Variant>> = tensor
        .as_variants()?
        .iter()
        .map(|variant| match variant {
            Variant::List(list) => zero_list(list).map(Variant::from),
            Variant::Opaque(other) => Err(no_math("zeros_like", &other.type_name)),
        })
        .collect();
    Tensor::variants(tensor.shape().clone(), zeros?)
}

fn zero_list(list: &TensorList) -> Result<TensorList> {
    let mut zeros = TensorList::new(list.dtype, list.element_shape.clone());
    zeros.max_len = list.max_len;
    for item in list.items() {
        zeros.push(match item {
            None => None,
            Some(item) if item.dtype() == DType::Variant => Some(zeros_like(item)?),
            Some(item) => Some(Tensor::zeros(item.dtype(), item.shape().clone())?),
        })?;
    }
    Ok(zeros)
}

/// `x + y` for two tensors of variants of one shape.
pub(crate) fn add(mut x: Tensor, y: &Tensor) -> Result<Tensor> {
    if x.shape() != y.shape() {
        return Err(invalid_argument(format!("cannot add tensors of shapes {} and {}", x.shape(), y.shape())));
    }
    for (x, y) in x.variants_mut()?.iter_mut().zip(y.as_variants()?) {
        match (x, y) {
            (Variant::List(x), Variant::List(y)) => add_list(x, y)?,
            (x, _) => return Err(no_math("binary add", x.type_name())),
        }
    }
    Ok(x)
}

fn add_list(x: &mut TensorList, y: &TensorList) -> Result<()> {
    if x.dtype != y.dtype {
        return Err(invalid_argument(format!(
            "Trying to add two lists of tensors of different dtypes. One is {} and the other is {}",
            x.dtype, y.dtype
        )));
    }
    if x.len() != y.len() {
        return Err(invalid_argument(format!(
            "Trying to add two lists of tensors with different lengths: {} and {}",
            x.len(),
            y.len()
        )));
    }
    x.element_shape = merge(&x.element_shape, &y.element_shape)?;
    for (k, item) in y.items().iter().enumerate() {
        let Some(item) = item else { continue };
        // Taken out of the list, so that it may be added to in place.
        let held = x.items()[k].clone();
        x.set(k, None)?;
        let sum = match held {
            None => item.clone(),
            Some(sum) if sum.dtype() == DType::Variant => add(sum, item)?,
            Some(sum) => sums::add(sum, item)?,
        };
        x.set(k, Some(sum))?;
    }
    Ok(())
}

fn no_math(what: &str, type_name: &str) -> regatta_status::Status {
    invalid_argument(format!("Could not find {what} function for variants of type '{type_name}'"))
}
