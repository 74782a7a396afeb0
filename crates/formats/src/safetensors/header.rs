//! The header of a safetensors file: where each tensor lies.

use regatta_tensor::{DType, Shape};
use serde_json::{Map, Value, json};

/// The reference refuses longer ones.
pub(super) const HEADER_BYTES_MAX: u64 = 100_000_000;

/// A key of the header that is no tensor.
const METADATA: &str = "__metadata__";

/// A tensor of a file.
#[derive(Debug)]
pub(super) struct TensorAt {
    pub(super) name: String,
    pub(super) dtype: DType,
    pub(super) shape: Shape,
    /// Its first byte, from the end of the header on.
    pub(super) start: u64,
    /// The byte behind its last.
    pub(super) end: u64,
}

/// The types that both sides have.
const DTYPES: [(DType, &str); 16] = [
    (DType::Bool, "BOOL"),
    (DType::UInt8, "U8"),
    (DType::Int8, "I8"),
    (DType::Float8E5M2, "F8_E5M2"),
    (DType::Float8E4M3FN, "F8_E4M3"),
    (DType::Int16, "I16"),
    (DType::UInt16, "U16"),
    (DType::Half, "F16"),
    (DType::BFloat16, "BF16"),
    (DType::Int32, "I32"),
    (DType::UInt32, "U32"),
    (DType::Float, "F32"),
    (DType::Complex64, "C64"),
    (DType::Double, "F64"),
    (DType::Int64, "I64"),
    (DType::UInt64, "U64"),
];

/// What the format calls a type, if it has it.
pub(super) fn dtype_name(dtype: DType) -> Option<&'static str> {
    DTYPES.iter().find(|(ours, _)| *ours == dtype).map(|(_, name)| *name)
}

/// Gives tensors their places: those with the largest elements first, so that all are aligned.
pub(super) fn lay_out(tensors: impl Iterator<Item = (String, DType, Shape)>) -> Vec<TensorAt> {
    let mut tensors: Vec<_> = tensors.collect();
    tensors.sort_by(|(name, dtype, _), (other, other_dtype, _)| {
        other_dtype.size().cmp(&dtype.size()).then_with(|| name.cmp(other))
    });
    let mut end = 0;
    let place = |(name, dtype, shape): (String, DType, Shape)| {
        let start = end;
        end += (shape.num_elements() * dtype.size().unwrap_or_default()) as u64;
        TensorAt { name, dtype, shape, start, end }
    };
    tensors.into_iter().map(place).collect()
}

/// The header as it stands in the file; blanks at its end align what follows.
pub(super) fn to_bytes(tensors: &[TensorAt]) -> Vec<u8> {
    let mut header = Map::new();
    for tensor in tensors {
        let entry = json!({
            "dtype": dtype_name(tensor.dtype),
            "shape": tensor.shape.to_vec(),
            "data_offsets": [tensor.start, tensor.end],
        });
        header.insert(tensor.name.clone(), entry);
    }
    let mut bytes = Value::Object(header).to_string().into_bytes();
    bytes.resize(bytes.len().next_multiple_of(8), b' ');
    bytes
}

/// The tensors of a header, by name, or what is wrong with it. They lie in the `data_bytes` that follow, without gaps.
pub(super) fn parse(header: &[u8], data_bytes: u64) -> Result<Vec<TensorAt>, String> {
    let header: Value = serde_json::from_slice(header).map_err(|error| format!("the header is not JSON: {error}"))?;
    let Value::Object(header) = header else { return Err("the header is not a list of tensors".to_owned()) };
    let tensors = header.into_iter().filter(|(name, _)| name != METADATA);
    let mut tensors = tensors
        .map(|(name, entry)| parse_tensor(&name, &entry).map_err(|what| format!("tensor {name}: {what}")))
        .collect::<Result<Vec<TensorAt>, String>>()?;
    tensors.sort_by_key(|tensor| (tensor.start, tensor.end));
    let mut end = 0;
    for tensor in &tensors {
        if tensor.start != end {
            return Err(format!(
                "tensor {} begins at byte {}, but the one before it ends at {end}",
                tensor.name, tensor.start
            ));
        }
        end = tensor.end;
    }
    if end != data_bytes {
        return Err(format!("the tensors end at byte {end}, but there are {data_bytes} bytes"));
    }
    tensors.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(tensors)
}

fn parse_tensor(name: &str, entry: &Value) -> Result<TensorAt, String> {
    let numbers = |value: &Value| value.as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>();
    let parts = || {
        let [start, end] = numbers(entry.get("data_offsets")?)?.try_into().ok()?;
        let sizes = numbers(entry.get("shape")?)?;
        let sizes: Vec<usize> = sizes.into_iter().map(|size| usize::try_from(size).ok()).collect::<Option<_>>()?;
        Some((entry.get("dtype")?.as_str()?, sizes, start, end))
    };
    let (ty, sizes, start, end) = parts().ok_or("its type, shape or place is missing")?;
    let dtype = DTYPES.iter().find(|(_, theirs)| *theirs == ty).map(|(dtype, _)| *dtype);
    let dtype = dtype.ok_or_else(|| format!("its type is {ty}, which a checkpoint does not have"))?;
    let shape = Shape::new(&sizes).map_err(|error| error.message)?;
    if end < start {
        return Err(format!("it ends at byte {end}, before it begins at {start}"));
    }
    let expected = (shape.num_elements() as u64).checked_mul(dtype.size().unwrap_or_default() as u64);
    if expected != Some(end - start) {
        let expected = expected.map_or("too many".to_owned(), |bytes| bytes.to_string());
        return Err(format!("a {ty} of shape {shape} has {expected} bytes, not {} ({start} to {end})", end - start));
    }
    Ok(TensorAt { name: name.to_owned(), dtype, shape, start, end })
}
