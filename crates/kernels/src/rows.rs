//! Tensors cut along their first dimension and put together again, for those who keep them apart: queues, arrays, lists.

use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use crate::array::elements::{Unit, by_unit, copies, product, room_for};

/// One index of the first dimension, as a tensor of one dimension less.
pub fn row(tensor: &Tensor, index: usize) -> Result<Tensor> {
    let row = span(tensor, index, 1)?;
    let shape = Shape::new(&tensor.shape()[1..])?;
    row.reshaped(shape)
}

/// `count` indices of the first dimension from `first` on.
pub fn span(tensor: &Tensor, first: usize, count: usize) -> Result<Tensor> {
    let Some((rows, sizes)) = tensor.shape().split_first() else {
        return Err(invalid_argument("a scalar has no rows"));
    };
    if first.checked_add(count).is_none_or(|end| end > *rows) {
        return Err(invalid_argument(format!("rows {first} and {count} more are not in shape {}", tensor.shape())));
    }
    let row = product(sizes);
    let shape = Shape::new(&[&[count], sizes].concat())?;
    by_unit!(tensor.dtype(), U => cut::<U>(tensor, shape, first * row..(first + count) * row))
}

fn cut<U: Unit>(tensor: &Tensor, shape: Shape, elements: std::ops::Range<usize>) -> Result<Tensor> {
    let mut kept = room_for(elements.len())?;
    kept.extend_from_slice(U::of(tensor)?.get(elements).ok_or_else(|| internal("rows beyond a tensor's end"))?);
    U::into_tensor(tensor.dtype(), shape, kept)
}

/// All rows.
pub fn unstack(tensor: &Tensor) -> Result<Vec<Tensor>> {
    let count = tensor.shape().first().copied().ok_or_else(|| invalid_argument("a scalar has no rows"))?;
    (0..count).map(|index| row(tensor, index)).collect()
}

/// Tensors of one shape along a new first dimension.
pub fn stack(dtype: DType, shape: &Shape, parts: &[&Tensor]) -> Result<Tensor> {
    joined(dtype, Shape::new(&[&[parts.len()], &shape[..]].concat())?, parts)
}

/// Tensors one behind the other along their first dimension; `shape` is that of a row.
pub fn concat(dtype: DType, shape: &Shape, parts: &[&Tensor]) -> Result<Tensor> {
    let rows = parts.iter().map(|part| part.shape().first().copied().unwrap_or_default());
    let count = rows.fold(0usize, usize::saturating_add);
    joined(dtype, Shape::new(&[&[count], &shape[..]].concat())?, parts)
}

fn joined(dtype: DType, shape: Shape, parts: &[&Tensor]) -> Result<Tensor> {
    if let Some(other) = parts.iter().find(|part| part.dtype() != dtype) {
        return Err(invalid_argument(format!("a {} tensor among those of {dtype}", other.dtype())));
    }
    by_unit!(dtype, U => join::<U>(dtype, shape, parts))
}

fn join<U: Unit>(dtype: DType, shape: Shape, parts: &[&Tensor]) -> Result<Tensor> {
    let mut elements = room_for::<U>(shape.num_elements())?;
    for part in parts {
        elements.extend_from_slice(U::of(part)?);
    }
    U::into_tensor(dtype, shape, elements)
}

/// Tensors of one rank along a new first dimension, each in the first corner of a box of this shape and zeros behind it.
pub fn stack_padded(dtype: DType, shape: &Shape, parts: &[&Tensor]) -> Result<Tensor> {
    let fits = |part: &&Tensor| {
        part.dtype() == dtype
            && part.shape().rank() == shape.rank()
            && part.shape().iter().zip(shape.iter()).all(|(size, room)| size <= room)
    };
    if !parts.iter().all(fits) {
        return Err(internal(format!("a part does not fit in a box of shape {shape}")));
    }
    let all = Shape::new(&[&[parts.len()], &shape[..]].concat())?;
    by_unit!(dtype, U => pad::<U>(dtype, all, parts))
}

fn pad<U: Unit>(dtype: DType, shape: Shape, parts: &[&Tensor]) -> Result<Tensor> {
    let mut elements = copies(U::default(), shape.num_elements())?;
    let size = product(&shape[1..]);
    for (k, part) in parts.iter().enumerate() {
        place(&mut elements[k * size..(k + 1) * size], &shape[1..], U::of(part)?, part.shape());
    }
    U::into_tensor(dtype, shape, elements)
}

/// Copies a smaller box into the first corner of a larger one.
fn place<U: Clone>(target: &mut [U], room: &[usize], source: &[U], sizes: &[usize]) {
    let (Some((_, room)), Some((count, sizes))) = (room.split_first(), sizes.split_first()) else {
        target.clone_from_slice(source);
        return;
    };
    let (stride, step) = (product(room), product(sizes));
    for k in 0..*count {
        place(&mut target[k * stride..(k + 1) * stride], room, &source[k * step..(k + 1) * step], sizes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_cut_and_stacked_again() {
        let batch = Tensor::new(Shape::new(&[2, 2]).unwrap(), vec![1i32, 2, 3, 4]).unwrap();
        let parts = unstack(&batch).unwrap();
        assert_eq!(parts[1].values::<i32>().unwrap(), [3, 4]);
        let again = stack(DType::Int32, parts[0].shape(), &[&parts[0], &parts[1]]).unwrap();
        assert_eq!((again.shape(), again.values::<i32>().unwrap()), (batch.shape(), batch.values::<i32>().unwrap()));
        let words = Tensor::strings(Shape::vector(2), vec![b"a".to_vec(), b"b".to_vec()]).unwrap();
        let word = row(&words, 1).unwrap();
        assert_eq!(stack(DType::String, word.shape(), &[&word]).unwrap().as_strings().unwrap(), [b"b".to_vec()]);
        assert!(span(&batch, 1, 2).is_err());
        assert!(row(&word, 0).is_err());
    }

    #[test]
    fn boxes_are_padded_behind() {
        let small = Tensor::new(Shape::new(&[1, 2]).unwrap(), vec![1i32, 2]).unwrap();
        let tall = Tensor::new(Shape::new(&[2, 1]).unwrap(), vec![3i32, 4]).unwrap();
        let both = stack_padded(DType::Int32, &Shape::new(&[2, 2]).unwrap(), &[&small, &tall]).unwrap();
        assert_eq!(both.values::<i32>().unwrap(), [1, 2, 0, 0, 3, 0, 4, 0]);
        assert!(stack_padded(DType::Int32, &Shape::new(&[1, 2]).unwrap(), &[&tall]).is_err());
    }
}
