//! Arrays of tensors that loops write and read place by place. They die with their step.

mod array;

use std::sync::{Arc, Mutex, PoisonError};

use regatta_graph::{AttrsExt, Node};
use regatta_kernels::rows;
use regatta_status::{Result, invalid_argument, unimplemented};
use regatta_tensor::{DType, PartialShape, Shape, Tensor};

use self::array::{Array, Description};
use crate::{
    action::Stateful,
    ops::{handle, next, next_tensor},
    resources::Resource,
    step::StepContext,
    value::Value,
};

/// Where a step's arrays lie.
const CONTAINER: &str = "_tensor_arrays";

/// An array that a step's nodes share.
pub(crate) struct TensorArray {
    name: String,
    dtype: DType,
    array: Mutex<Array>,
}

impl Resource for TensorArray {
    fn kind() -> &'static str {
        "N10tensorflow11TensorArrayE"
    }
}

impl TensorArray {
    fn new(name: &str, array: Array) -> TensorArray {
        TensorArray { name: name.to_owned(), dtype: array.about.dtype, array: Mutex::new(array) }
    }

    /// Does something to the array, unless it is closed.
    fn on<T>(&self, use_it: impl FnOnce(&mut Array) -> Result<T>) -> Result<T> {
        let mut array = self.array.lock().unwrap_or_else(PoisonError::into_inner);
        array.check_open(&self.name)?;
        use_it(&mut array)
    }

    fn check_type(&self, dtype: DType) -> Result<()> {
        match self.dtype == dtype {
            true => Ok(()),
            false => {
                Err(invalid_argument(format!("TensorArray dtype is {} but Op requested dtype {dtype}.", self.dtype)))
            }
        }
    }
}

/// `TensorArrayV3`: a new array for each run of the node, with a name of the step's own.
pub(crate) fn make(node: &Node) -> Result<Stateful> {
    let about = Description {
        dtype: node.attrs.dtype("dtype")?,
        element_shape: node.attrs.shape("element_shape")?.clone(),
        dynamic_size: node.attrs.bool("dynamic_size")?,
        clear_after_read: node.attrs.bool("clear_after_read")?,
        identical_element_shapes: node.attrs.bool("identical_element_shapes")?,
        is_gradient: false,
    };
    let array_name = node.attrs.str("tensor_array_name")?;
    let base = if array_name.is_empty() { &node.name } else { array_name }.to_owned();
    let device = node.device.clone();
    Ok(Box::new(move |step, inputs| {
        let size = scalar(&next_tensor(&mut inputs.into_iter())?, "size")?;
        let size = usize::try_from(size).map_err(|_| invalid_argument("Size should be >= 0."))?;
        let array = Array::new(about.clone(), size)?;
        let name = step.own.private_name(&base);
        step.own.find_or_make(CONTAINER, &name, || Ok(TensorArray::new(&name, array)))?;
        Ok(vec![handle::resource_handle::<TensorArray>(&device, CONTAINER, &name)?, flow()])
    }))
}

/// `TensorArrayGradV3`, `TensorArrayGradWithShape`: the array of an array's gradients, one for each `source`.
pub(crate) fn gradient(node: &Node) -> Result<Stateful> {
    let source = node.attrs.str("source")?.to_owned();
    let device = node.device.clone();
    Ok(Box::new(move |step, inputs| {
        let mut inputs = inputs.into_iter();
        let forward = find(step, next(&mut inputs)?)?;
        let front: Vec<usize> = match inputs.nth(1) {
            None => Vec::new(),
            Some(shape) => {
                let shape = shape.into_tensor()?;
                let sizes = shape.values::<i32>()?.iter().map(|size| usize::try_from(*size));
                sizes.collect::<Result<_, _>>().map_err(|_| invalid_argument("shape_to_prepend has a negative size"))?
            }
        };
        let name = format!("{}@{source}", forward.name);
        let made = forward.on(|array| array.gradient(&forward.name, &front))?;
        step.own.find_or_make(CONTAINER, &name, || Ok(TensorArray::new(&name, made)))?;
        Ok(vec![handle::resource_handle::<TensorArray>(&device, CONTAINER, &name)?, flow()])
    }))
}

/// `TensorArrayWriteV3`.
pub(crate) fn write() -> Stateful {
    Box::new(|step, inputs| {
        let mut inputs = inputs.into_iter();
        let array = find(step, next(&mut inputs)?)?;
        let index = scalar(&next_tensor(&mut inputs)?, "index")?;
        let value = next_tensor(&mut inputs)?;
        if value.dtype() != array.dtype {
            return Err(invalid_argument(format!(
                "TensorArray dtype is {} but Op is trying to write dtype {}.",
                array.dtype,
                value.dtype()
            )));
        }
        array.on(|array| array.write(index.into(), value))?;
        Ok(vec![next(&mut inputs)?])
    })
}

/// `TensorArrayReadV3`.
pub(crate) fn read(node: &Node) -> Result<Stateful> {
    let dtype = node.attrs.dtype("dtype")?;
    Ok(Box::new(move |step, inputs| {
        let mut inputs = inputs.into_iter();
        let array = find(step, next(&mut inputs)?)?;
        array.check_type(dtype)?;
        let index = scalar(&next_tensor(&mut inputs)?, "index")?;
        Ok(vec![array.on(|array| array.read(index.into()))?.into()])
    }))
}

/// `TensorArrayGatherV3`.
pub(crate) fn gather(node: &Node) -> Result<Stateful> {
    let dtype = node.attrs.dtype("dtype")?;
    let asked = node.attrs.shape("element_shape")?.clone();
    Ok(Box::new(move |step, inputs| {
        let mut inputs = inputs.into_iter();
        let array = find(step, next(&mut inputs)?)?;
        array.check_type(dtype)?;
        let indices = next_tensor(&mut inputs)?;
        check_vector(&indices, "indices")?;
        let indices = indices.values::<i32>()?;
        let gathered = array.on(|array| {
            let known = merge(&array.about.element_shape, &asked)?;
            let values: Vec<Tensor> = indices.iter().map(|index| array.read((*index).into())).collect::<Result<_>>()?;
            let shape = match values.first() {
                Some(first) => first.shape().clone(),
                None => asked.to_shape().ok_or_else(|| size_zero("element shape", &asked))?,
            };
            for (k, value) in values.iter().enumerate() {
                if !known.admits(value.shape()) {
                    return Err(invalid_argument(format!(
                        "TensorArray was passed element_shape {known} which does not match the Tensor at index {k}: {}",
                        value.shape()
                    )));
                }
                check_same(&shape, value.shape(), k)?;
            }
            rows::stack(dtype, &shape, &values.iter().collect::<Vec<_>>())
        })?;
        Ok(vec![gathered.into()])
    }))
}

/// `TensorArrayConcatV3`.
pub(crate) fn concat(node: &Node) -> Result<Stateful> {
    let dtype = node.attrs.dtype("dtype")?;
    let asked = node.attrs.shape("element_shape_except0")?.clone();
    Ok(Box::new(move |step, inputs| {
        let array = find(step, next(&mut inputs.into_iter())?)?;
        array.check_type(dtype)?;
        let (joined, lengths) = array.on(|array| {
            let values: Vec<Tensor> = (0..array.size()).map(|k| array.read(k as i64)).collect::<Result<_>>()?;
            let mut lengths = Vec::with_capacity(values.len());
            let mut row: Option<Shape> = None;
            for (k, value) in values.iter().enumerate() {
                let Some((length, sizes)) = value.shape().split_first() else {
                    return Err(invalid_argument(format!(
                        "Concat saw a scalar shape at index {k} but requires at least vectors.  Did you mean to call pack?"
                    )));
                };
                let shape = Shape::new(sizes)?;
                if !asked.admits(&shape) {
                    return Err(invalid_argument(format!(
                        "TensorArray was passed element_shape_except0 {asked} but index {k} has (excepting dimension 0) \
                         shape: {shape} which does not match."
                    )));
                }
                check_same(row.get_or_insert_with(|| shape.clone()), &shape, k)?;
                lengths.push(*length as i64);
            }
            let row = match row {
                Some(row) => row,
                None => asked.to_shape().ok_or_else(|| size_zero("element_shape_except0", &asked))?,
            };
            Ok((rows::concat(dtype, &row, &values.iter().collect::<Vec<_>>())?, lengths))
        })?;
        Ok(vec![joined.into(), Tensor::vector(lengths).into()])
    }))
}

/// `TensorArrayScatterV3`.
pub(crate) fn scatter() -> Stateful {
    Box::new(|step, inputs| {
        let mut inputs = inputs.into_iter();
        let array = find(step, next(&mut inputs)?)?;
        let (indices, value) = (next_tensor(&mut inputs)?, next_tensor(&mut inputs)?);
        check_vector(&indices, "indices")?;
        let Some((count, sizes)) = value.shape().split_first() else {
            return Err(invalid_argument("Input value must be at least a vector but received shape: []"));
        };
        let indices = indices.values::<i32>()?;
        if *count != indices.len() {
            return Err(invalid_argument(format!(
                "Expected len(indices) == values.shape[0], but saw: {} vs. {count}",
                indices.len()
            )));
        }
        array.check_type(value.dtype())?;
        array.on(|array| {
            let last = indices.iter().max().map_or(-1, |last| i64::from(*last));
            if last >= array.size() as i64 && !array.about.dynamic_size {
                return Err(invalid_argument(format!(
                    "Max scatter index must be < array size ({last} vs. {})",
                    array.size()
                )));
            }
            array.promise_shape(&PartialShape::from(&Shape::new(sizes)?))?;
            for (k, index) in indices.iter().enumerate() {
                array.write((*index).into(), rows::row(&value, k)?)?;
            }
            Ok(())
        })?;
        Ok(vec![next(&mut inputs)?])
    })
}

/// `TensorArraySplitV3`.
pub(crate) fn split() -> Stateful {
    Box::new(|step, inputs| {
        let mut inputs = inputs.into_iter();
        let array = find(step, next(&mut inputs)?)?;
        let (value, lengths) = (next_tensor(&mut inputs)?, next_tensor(&mut inputs)?);
        check_vector(&lengths, "lengths")?;
        let Some((count, sizes)) = value.shape().split_first() else {
            return Err(invalid_argument("Expected value to be at least a vector, but received shape: []"));
        };
        let lengths: Vec<usize> = lengths
            .values::<i64>()?
            .iter()
            .map(|length| usize::try_from(*length))
            .collect::<Result<_, _>>()
            .map_err(|_| invalid_argument("Invalid value in lengths: a length is negative"))?;
        let total = lengths.iter().fold(0usize, |sum, length| sum.saturating_add(*length));
        if total != *count {
            return Err(invalid_argument(format!(
                "Expected sum of lengths to be equal to values.shape[0], but sum of lengths is {total} and value's shape \
                 is: {} ",
                value.shape()
            )));
        }
        array.check_type(value.dtype())?;
        array.on(|array| {
            if array.size() != lengths.len() && !(array.about.dynamic_size && array.size() < lengths.len()) {
                return Err(invalid_argument(format!(
                    "TensorArray's size is not equal to the size of lengths ({} vs. {}), and the TensorArray is not marked \
                     as dynamically resizeable",
                    array.size(),
                    lengths.len()
                )));
            }
            let row = [&[None], &sizes.iter().map(|size| Some(*size)).collect::<Vec<_>>()[..]].concat();
            array.promise_shape(&PartialShape::new(row))?;
            let mut first = 0;
            for (k, length) in lengths.iter().enumerate() {
                array.write(k as i64, rows::span(&value, first, *length)?)?;
                first += length;
            }
            Ok(())
        })?;
        Ok(vec![next(&mut inputs)?])
    })
}

/// `TensorArraySizeV3`.
pub(crate) fn size() -> Stateful {
    Box::new(|step, inputs| {
        let array = find(step, next(&mut inputs.into_iter())?)?;
        let size = array.on(|array| Ok(array.size()))?;
        Ok(vec![Tensor::scalar(i32::try_from(size).unwrap_or(i32::MAX)).into()])
    })
}

/// `TensorArrayCloseV3`.
pub(crate) fn close() -> Stateful {
    Box::new(|step, inputs| {
        let array = find(step, next(&mut inputs.into_iter())?)?;
        array.array.lock().unwrap_or_else(PoisonError::into_inner).close();
        Ok(Vec::new())
    })
}

fn find(step: &StepContext, handle: Value) -> Result<Arc<TensorArray>> {
    handle::find_of_step(step, handle)
}

/// What orders the ops on an array: a number of no meaning.
fn flow() -> Value {
    Tensor::scalar(0.0f32).into()
}

fn scalar(tensor: &Tensor, what: &str) -> Result<i32> {
    match tensor.shape().rank() {
        0 => tensor.single::<i32>(),
        _ => Err(invalid_argument(format!("TensorArray {what} must be scalar, but had shape: {}", tensor.shape()))),
    }
}

fn check_vector(tensor: &Tensor, what: &str) -> Result<()> {
    match tensor.shape().rank() {
        1 => Ok(()),
        _ => Err(invalid_argument(format!("Expected {what} to be a vector, but received shape: {}", tensor.shape()))),
    }
}

fn merge(have: &PartialShape, asked: &PartialShape) -> Result<PartialShape> {
    have.merge(asked).ok_or_else(|| {
        invalid_argument(format!("TensorArray has element shape {have}, which is not the requested one, {asked}"))
    })
}

fn check_same(first: &Shape, other: &Shape, k: usize) -> Result<()> {
    match first == other {
        true => Ok(()),
        false => Err(invalid_argument(format!(
            "TensorArray has inconsistent shapes.  Index 0 has shape: {first} but index {k} has shape: {other}"
        ))),
    }
}

fn size_zero(what: &str, shape: &PartialShape) -> regatta_status::Status {
    unimplemented(format!(
        "TensorArray has size zero, but {what} {shape} is not fully defined. Currently only static shapes are supported when \
         packing zero-size TensorArrays."
    ))
}
