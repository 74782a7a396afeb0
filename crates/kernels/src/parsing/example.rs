//! `tf.train.Example` messages: features by name, each a list of bytes, floats or whole numbers.
//!
//! ```text
//! Example { Features features = 1 }   Features { map<string, Feature> feature = 1 }
//! Feature { BytesList bytes_list = 1 | FloatList float_list = 2 | Int64List int64_list = 3 }, each { repeated value = 1 }
//! ```

use std::collections::HashMap;

use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{DType, PartialShape, Shape, Tensor};

use crate::{
    array::elements::{copies, room_for},
    proto::{Contents, fields, varints},
};

/// The values of one feature.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Values {
    Strings(Vec<Vec<u8>>),
    Floats(Vec<f32>),
    Ints(Vec<i64>),
}

impl Values {
    /// No values of a type, if features can have it.
    pub(super) fn none(dtype: DType) -> Result<Values> {
        match dtype {
            DType::String => Ok(Values::Strings(Vec::new())),
            DType::Float => Ok(Values::Floats(Vec::new())),
            DType::Int64 => Ok(Values::Ints(Vec::new())),
            other => Err(invalid_argument(format!("features have no values of type {other}"))),
        }
    }

    /// The values of a tensor.
    fn of(tensor: &Tensor) -> Result<Values> {
        match tensor.dtype() {
            DType::String => Ok(Values::Strings(tensor.as_strings()?.to_vec())),
            DType::Float => Ok(Values::Floats(tensor.values::<f32>()?.to_vec())),
            _ => Ok(Values::Ints(tensor.values::<i64>()?.to_vec())),
        }
    }

    fn dtype(&self) -> DType {
        match self {
            Values::Strings(_) => DType::String,
            Values::Floats(_) => DType::Float,
            Values::Ints(_) => DType::Int64,
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Values::Strings(values) => values.len(),
            Values::Floats(values) => values.len(),
            Values::Ints(values) => values.len(),
        }
    }

    /// Adds others of the same type.
    pub(super) fn extend(&mut self, more: Values) -> Result<()> {
        match (self, more) {
            (Values::Strings(values), Values::Strings(more)) => values.extend(more),
            (Values::Floats(values), Values::Floats(more)) => values.extend(more),
            (Values::Ints(values), Values::Ints(more)) => values.extend(more),
            _ => return Err(internal("values of different types cannot be put together")),
        }
        Ok(())
    }

    /// Adds copies of the first (only) of some values.
    fn pad(&mut self, with: &Values, count: usize) -> Result<()> {
        self.extend(match with {
            Values::Strings(with) => Values::Strings(copies(with.first().cloned().unwrap_or_default(), count)?),
            Values::Floats(with) => Values::Floats(copies(with.first().copied().unwrap_or_default(), count)?),
            Values::Ints(with) => Values::Ints(copies(with.first().copied().unwrap_or_default(), count)?),
        })
    }

    pub(super) fn into_tensor(self, shape: Shape) -> Result<Tensor> {
        match self {
            Values::Strings(values) => Tensor::strings(shape, values),
            Values::Floats(values) => Tensor::new(shape, values),
            Values::Ints(values) => Tensor::new(shape, values),
        }
    }
}

/// One example, its features not yet read.
pub(super) struct Example<'a> {
    features: HashMap<&'a [u8], &'a [u8]>,
    /// How it is called in errors.
    name: String,
}

impl<'a> Example<'a> {
    /// Finds the features. One that comes twice counts as its last.
    pub(super) fn read(bytes: &'a [u8], name: &[u8]) -> Result<Example<'a>> {
        let name = match name {
            [] => "<unknown>".to_owned(),
            name => String::from_utf8_lossy(name).into_owned(),
        };
        let features = find_features(bytes).ok_or_else(|| {
            invalid_argument(format!("Could not parse example input, value: '{}'", String::from_utf8_lossy(bytes)))
        })?;
        Ok(Example { features, name })
    }

    /// The values of a feature that are of a type; nothing if the feature is not there, or says nothing.
    pub(super) fn values(&self, key: &[u8], dtype: DType) -> Result<Option<Values>> {
        let Some(feature) = self.features.get(key) else { return Ok(None) };
        let shown = String::from_utf8_lossy(key);
        let found = read_feature(feature).ok_or_else(|| {
            invalid_argument(format!("Name: {}, Key: {shown}.  Can't parse serialized Example.", self.name))
        })?;
        match found {
            Some(values) if values.dtype() != dtype => Err(invalid_argument(format!(
                "Name: {}, Key: {shown}.  Data types don't match. Expected type: {dtype}",
                self.name
            ))),
            other => Ok(other),
        }
    }
}

/// The messages in a message's first field.
fn inner_messages(bytes: &[u8]) -> Option<Vec<&[u8]>> {
    fields(bytes)?.into_iter().filter(|(field, _)| *field == 1).map(|(_, contents)| contents.bytes()).collect()
}

fn find_features(bytes: &[u8]) -> Option<HashMap<&[u8], &[u8]>> {
    let mut found = HashMap::new();
    for features in inner_messages(bytes)? {
        for entry in inner_messages(features)? {
            let (mut key, mut value): (&[u8], &[u8]) = (b"", b"");
            for (field, contents) in fields(entry)? {
                match field {
                    1 => key = contents.bytes()?,
                    2 => value = contents.bytes()?,
                    _ => {}
                }
            }
            found.insert(key, value);
        }
    }
    Some(found)
}

/// The list that a feature holds; `Some(None)` if it holds none, `None` if it cannot be read.
fn read_feature(bytes: &[u8]) -> Option<Option<Values>> {
    let mut found = None;
    for (field, contents) in fields(bytes)? {
        if matches!(field, 1..=3) {
            found = Some(read_list(field, contents.bytes()?)?);
        }
    }
    Some(found)
}

fn read_list(kind: u64, list: &[u8]) -> Option<Values> {
    let (mut strings, mut floats, mut ints) = (Vec::new(), Vec::new(), Vec::new());
    for (_, contents) in fields(list)?.into_iter().filter(|(field, _)| *field == 1) {
        match (kind, contents) {
            (1, Contents::Bytes(bytes)) => strings.push(bytes.to_vec()),
            (2, Contents::Fixed32(bits)) => floats.push(f32::from_bits(bits)),
            (2, Contents::Bytes(packed)) if packed.len() % 4 == 0 => {
                floats.extend(packed.chunks_exact(4).filter_map(|bytes| bytes.try_into().ok().map(f32::from_le_bytes)));
            }
            (3, Contents::Varint(value)) => ints.push(value as i64),
            (3, Contents::Bytes(packed)) => ints.extend(varints(packed)?.into_iter().map(|value| value as i64)),
            _ => return None,
        }
    }
    Some(match kind {
        1 => Values::Strings(strings),
        2 => Values::Floats(floats),
        _ => Values::Ints(ints),
    })
}

/// A feature whose every example has as many values, or whose values are filled up to as many.
pub(super) struct Dense {
    pub(super) key: Vec<u8>,
    dtype: DType,
    /// The sizes of one example's values; the first is not given where examples may differ in it.
    sizes: Vec<usize>,
    is_variable: bool,
}

impl Dense {
    /// What a node says of a dense feature.
    pub(super) fn new(key: &[u8], dtype: DType, shape: &PartialShape) -> Result<Dense> {
        let sizes = shape.sizes().ok_or_else(|| invalid_argument("dense_shapes must have a known rank"))?;
        let (is_variable, known) = match sizes {
            [None, rest @ ..] => (true, rest),
            all => (false, all),
        };
        let known: Option<Vec<usize>> = known.iter().copied().collect();
        let sizes = known.ok_or_else(|| {
            invalid_argument(format!("dense_shapes may leave only the first dimension open, but one is {shape}"))
        })?;
        Values::none(dtype)?;
        Ok(Dense { key: key.to_vec(), dtype, sizes: Shape::new(&sizes)?.to_vec(), is_variable })
    }

    /// The values of all examples one after the other; `default` stands in for a feature that is not there.
    pub(super) fn collect(&self, examples: &[Example<'_>], default: &Tensor, is_batch: bool) -> Result<Tensor> {
        let default_values = self.check_default(default)?;
        let batch: &[usize] = if is_batch { &[examples.len()] } else { &[] };
        let stride: usize = self.sizes.iter().product();
        let mut found = room_for(examples.len())?;
        for example in examples {
            found.push(self.values(example, &default_values, stride)?);
        }
        let mut all = Values::none(self.dtype)?;
        if !self.is_variable {
            for values in found {
                all.extend(values)?;
            }
            return all.into_tensor(Shape::new(&[batch, &self.sizes].concat())?);
        }
        let longest = found.iter().map(Values::len).max().unwrap_or_default();
        let rows = longest.checked_div(stride).unwrap_or_default();
        let shape = Shape::new(&[batch, &[rows], &self.sizes].concat())?;
        for values in found {
            let missing = longest - values.len();
            all.extend(values)?;
            all.pad(&default_values, missing)?;
        }
        all.into_tensor(shape)
    }

    fn values(&self, example: &Example<'_>, default: &Values, stride: usize) -> Result<Values> {
        let shown = || String::from_utf8_lossy(&self.key);
        let Some(values) = example.values(&self.key, self.dtype)? else {
            return match (self.is_variable, default.len()) {
                (true, _) => Values::none(self.dtype),
                (false, 0) if stride > 0 => Err(invalid_argument(format!(
                    "Name: {}, Feature: {} (data type: {}) is required but could not be found.",
                    example.name,
                    shown(),
                    self.dtype
                ))),
                (false, _) => Ok(default.clone()),
            };
        };
        let fits = match self.is_variable {
            true => stride > 0 && values.len() % stride == 0,
            false => values.len() == stride,
        };
        if !fits {
            return Err(invalid_argument(format!(
                "Name: {}, Key: {}, Index: 0.  Number of {} values != expected.  values size: {} but output shape: {:?}",
                example.name,
                shown(),
                self.dtype,
                values.len(),
                self.sizes
            )));
        }
        Ok(values)
    }

    fn check_default(&self, default: &Tensor) -> Result<Values> {
        if default.dtype() != self.dtype {
            return Err(invalid_argument(format!(
                "dense_defaults has type {}, but Tdense says {}",
                default.dtype(),
                self.dtype
            )));
        }
        let count = default.num_elements();
        if self.is_variable && count != 1 {
            return Err(invalid_argument(format!(
                "a dense feature of variable length needs a single default (the padding), but its shape is {}",
                default.shape()
            )));
        }
        if !self.is_variable && count > 0 && default.shape()[..] != self.sizes[..] {
            return Err(invalid_argument(format!(
                "def_value.shape() == {} is not compatible with dense_shapes == {:?}",
                default.shape(),
                self.sizes
            )));
        }
        Values::of(default)
    }
}

/// The values of a feature in all examples, and how many each has.
pub(super) fn gather(examples: &[Example<'_>], key: &[u8], dtype: DType) -> Result<(Values, Vec<usize>)> {
    let (mut all, mut counts) = (Values::none(dtype)?, room_for(examples.len())?);
    for example in examples {
        let values = example.values(key, dtype)?;
        counts.push(values.as_ref().map_or(0, Values::len));
        if let Some(values) = values {
            all.extend(values)?;
        }
    }
    Ok((all, counts))
}

/// The three parts of a sparse feature: where values are, the values, and the size of the whole.
pub(super) fn sparse(examples: &[Example<'_>], key: &[u8], dtype: DType, is_batch: bool) -> Result<[Tensor; 3]> {
    let (values, counts) = gather(examples, key, dtype)?;
    let width = counts.iter().copied().max().unwrap_or_default() as i64;
    let mut places: Vec<i64> = room_for(values.len().saturating_mul(2))?;
    for (row, count) in counts.iter().enumerate() {
        for column in 0..*count as i64 {
            if is_batch {
                places.push(row as i64);
            }
            places.push(column);
        }
    }
    let rank = 1 + usize::from(is_batch);
    let size = if is_batch { vec![examples.len() as i64, width] } else { vec![width] };
    let count = values.len();
    Ok([
        Tensor::new(Shape::new(&[count, rank])?, places)?,
        values.into_tensor(Shape::vector(count))?,
        Tensor::vector(size),
    ])
}

/// The two parts of a ragged feature: the values, and where each example's begin and end.
pub(super) fn ragged(
    examples: &[Example<'_>],
    key: &[u8],
    dtype: DType,
    splits: DType,
    is_batch: bool,
) -> Result<[Tensor; 2]> {
    let (values, counts) = gather(examples, key, dtype)?;
    let count = values.len();
    let mut ends: Vec<i64> = room_for(counts.len() + 1)?;
    // One example by itself has no rows.
    if is_batch {
        ends.push(0);
        let mut end = 0;
        for count in counts {
            end += count as i64;
            ends.push(end);
        }
    }
    let splits = match splits {
        DType::Int64 => Tensor::vector(ends),
        _ => {
            let narrow: Option<Vec<i32>> = ends.into_iter().map(|end| end.try_into().ok()).collect();
            Tensor::vector(narrow.ok_or_else(|| invalid_argument("too many values for row_splits of int32"))?)
        }
    };
    Ok([values.into_tensor(Shape::vector(count))?, splits])
}
