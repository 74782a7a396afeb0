//! Tensors as `TensorProto` messages, written as TensorFlow's `SerializeTensor` writes them.
//!
//! ```text
//! TensorProto { dtype = 1, TensorShapeProto tensor_shape = 2, bytes tensor_content = 4, and a list of values for each type }
//! TensorShapeProto { repeated Dim dim = 2 }   Dim { int64 size = 1 }
//! ```

use regatta_status::{Result, invalid_argument, unimplemented};
use regatta_tensor::{DType, Shape, Tensor};

use crate::{
    array::elements::{copies, room_for},
    proto::{Contents, Message, fields, read_varint, varints},
};

/// The message, with all values as one piece of bytes; strings, which have none, one by one.
pub(crate) fn write(tensor: &Tensor) -> Result<Vec<u8>> {
    let mut message = Message::default();
    message.int(1, tensor.dtype().number().into());
    let mut shape = Message::default();
    for size in tensor.shape().iter() {
        let mut dim = Message::default();
        dim.int(1, *size as i64);
        shape.bytes(2, &dim.finish());
    }
    message.bytes(2, &shape.finish());
    match tensor.bytes() {
        Some(bytes) => message.text(4, bytes),
        None => {
            let strings = tensor.as_strings().map_err(|_| unserialisable(tensor.dtype()))?;
            strings.iter().for_each(|string| message.bytes(8, string));
        }
    }
    Ok(message.finish())
}

fn unserialisable(dtype: DType) -> regatta_status::Status {
    unimplemented(format!("tensors of type {dtype} cannot be serialised here"))
}

/// The tensor of a message; `None` if the bytes are none.
pub(crate) fn read(message: &[u8]) -> Option<Result<Tensor>> {
    let (mut dtype, mut shape, mut content, mut values) = (0, Vec::new(), None, Values::default());
    for (field, contents) in fields(message)? {
        match (field, contents) {
            (1, Contents::Varint(number)) => dtype = number,
            (2, Contents::Bytes(bytes)) => shape = read_shape(bytes)?,
            (4, Contents::Bytes(bytes)) => content = Some(bytes).filter(|bytes| !bytes.is_empty()),
            (3 | 14 | 15, _) => {}
            (field, contents) => values.add(field, contents)?,
        }
    }
    let dtype = i32::try_from(dtype).ok().and_then(DType::from_number)?;
    let shape = match Shape::from_signed(&shape) {
        Ok(shape) => shape,
        Err(error) => return Some(Err(error)),
    };
    match content {
        Some(bytes) => from_content(dtype, shape, bytes),
        None => values.into_tensor(dtype, shape),
    }
}

/// The sizes. A rank that is said not to be known is that of the sizes all the same.
fn read_shape(bytes: &[u8]) -> Option<Vec<i64>> {
    let mut sizes = Vec::new();
    for (field, contents) in fields(bytes)? {
        if let (2, Contents::Bytes(dim)) = (field, contents) {
            let size = fields(dim)?.into_iter().rev().find_map(|(field, contents)| match (field, contents) {
                (1, Contents::Varint(size)) => Some(size as i64),
                _ => None,
            });
            sizes.push(size.unwrap_or_default());
        }
    }
    Some(sizes)
}

fn from_content(dtype: DType, shape: Shape, mut bytes: &[u8]) -> Option<Result<Tensor>> {
    if dtype != DType::String {
        return (dtype.size()?.checked_mul(shape.num_elements())? == bytes.len())
            .then(|| Tensor::from_bytes(dtype, shape, bytes));
    }
    // Every string has a byte at least, that of its length.
    if shape.num_elements() > bytes.len() {
        return None;
    }
    let mut lengths = Vec::new();
    for _ in 0..shape.num_elements() {
        lengths.push(usize::try_from(read_varint(&mut bytes)?).ok()?);
    }
    let mut strings = Vec::with_capacity(lengths.len());
    for len in lengths {
        let (string, rest) = bytes.split_at_checked(len)?;
        strings.push(string.to_vec());
        bytes = rest;
    }
    Some(Tensor::strings(shape, strings))
}

/// The lists of values, by the number of their field.
#[derive(Default)]
struct Values {
    floats: Vec<u32>,
    doubles: Vec<u64>,
    /// Of whatever field holds whole numbers for the type.
    ints: Vec<u64>,
    strings: Vec<Vec<u8>>,
}

impl Values {
    fn add(&mut self, field: u64, contents: Contents<'_>) -> Option<()> {
        match (field, contents) {
            (5 | 9, Contents::Fixed32(bits)) => self.floats.push(bits),
            (5 | 9, Contents::Bytes(packed)) if packed.len() % 4 == 0 => {
                self.floats.extend(packed.chunks_exact(4).filter_map(|x| x.try_into().ok().map(u32::from_le_bytes)));
            }
            (6 | 12, Contents::Fixed64(bits)) => self.doubles.push(bits),
            (6 | 12, Contents::Bytes(packed)) if packed.len() % 8 == 0 => {
                self.doubles.extend(packed.chunks_exact(8).filter_map(|x| x.try_into().ok().map(u64::from_le_bytes)));
            }
            (7 | 10 | 11 | 13 | 16 | 17, Contents::Varint(value)) => self.ints.push(value),
            (7 | 10 | 11 | 13 | 16 | 17, Contents::Bytes(packed)) => self.ints.extend(varints(packed)?),
            (8, Contents::Bytes(string)) => self.strings.push(string.to_vec()),
            (5..=13 | 16 | 17, _) => return None,
            _ => {}
        }
        Some(())
    }

    fn into_tensor(self, dtype: DType, shape: Shape) -> Option<Result<Tensor>> {
        let count = shape.num_elements();
        if dtype == DType::String {
            return Some(filled(self.strings, count, Vec::new()).and_then(|strings| Tensor::strings(shape, strings)));
        }
        let size = dtype.size()?;
        // A complex number is two of its list.
        let list: Vec<Vec<u8>> = match dtype {
            DType::Float => self.floats.iter().map(|bits| bits.to_le_bytes().to_vec()).collect(),
            DType::Double => self.doubles.iter().map(|bits| bits.to_le_bytes().to_vec()).collect(),
            DType::Complex64 => {
                let pairs = self.floats.chunks_exact(2);
                pairs.map(|pair| pair.iter().flat_map(|bits| bits.to_le_bytes()).collect()).collect()
            }
            DType::Complex128 => {
                let pairs = self.doubles.chunks_exact(2);
                pairs.map(|pair| pair.iter().flat_map(|bits| bits.to_le_bytes()).collect()).collect()
            }
            _ => self.ints.iter().map(|value| value.to_le_bytes()[..size.min(8)].to_vec()).collect(),
        };
        let bytes = filled(list, count, vec![0; size]).map(|elements| elements.concat());
        Some(bytes.and_then(|bytes| Tensor::from_bytes(dtype, shape, &bytes)))
    }
}

/// As many as the shape has: too few are followed by copies of the last.
fn filled<T: Clone>(mut values: Vec<T>, count: usize, zero: T) -> Result<Vec<T>> {
    if values.len() >= count {
        values.truncate(count);
        return Ok(values);
    }
    let last = values.last().cloned().unwrap_or(zero);
    let mut all = room_for(count)?;
    let missing = count - values.len();
    all.append(&mut values);
    all.extend(copies(last, missing)?);
    Ok(all)
}

/// The error for bytes that are no tensor.
pub(crate) fn unreadable(bytes: &[u8]) -> regatta_status::Status {
    invalid_argument(format!("Could not parse `serialized` as TensorProto: '{}'", String::from_utf8_lossy(bytes)))
}
