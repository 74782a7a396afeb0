//! Tensors, as messages and as ours.
//!
//! A message may hold a tensor in two forms. In `tensor_content` every element is there, so memory is taken only after
//! the number of bytes was found right. In a typed list the last value stands for all that follow, so a message of twenty
//! bytes may stand for any number of elements: what one message may grow by is bounded, and asked for before it is taken.

use std::sync::Arc;

use bytes::{Buf, Bytes};
use prost::{Message, encoding};
use regatta_status::{Result, Status, invalid_argument};
use regatta_tensor::{Buffer, DType, Opaque, ResourceHandle, Shape, Tensor, TensorList, TensorWriter, Variant};

use crate::shape::{
    dtype_from_proto, partial_shape_from_proto, partial_shape_to_proto, shape_from_proto, shape_to_proto,
};
use crate::{list, pb};

/// Reads a tensor in either form. The elements are copied once, to where they are aligned.
pub fn tensor_from_proto(proto: &pb::TensorProto) -> Result<Tensor> {
    Expansion::new().tensor(proto)
}

/// Writes a tensor as TensorFlow's servers do: all elements in `tensor_content`, which shares the tensor's memory.
/// Strings are copied there; handles and variants go to their lists, which every reader accepts too.
pub fn tensor_to_proto(tensor: &Tensor) -> pb::TensorProto {
    let mut proto = pb::TensorProto {
        dtype: tensor.dtype().number(),
        tensor_shape: Some(shape_to_proto(tensor.shape())),
        ..Default::default()
    };
    if let Some(buffer) = tensor.buffer() {
        proto.tensor_content = share(buffer);
    } else if let Ok(strings) = tensor.as_strings() {
        proto.tensor_content = encode_strings(strings);
    } else if let Ok(handles) = tensor.as_resources() {
        proto.resource_handle_val = handles.iter().map(handle_to_proto).collect();
    } else if let Ok(variants) = tensor.as_variants() {
        proto.variant_val = variants.iter().map(variant_to_proto).collect();
    }
    proto
}

/// Writes a tensor for graphs and files. It differs from [`tensor_to_proto`] in strings, which are in `string_val`: Python
/// reads constants and summaries itself, and knows no other form of strings.
pub fn tensor_to_stored_proto(tensor: &Tensor) -> pb::TensorProto {
    let mut proto = tensor_to_proto(tensor);
    if let Ok(strings) = tensor.as_strings() {
        proto.tensor_content = Bytes::new();
        proto.string_val = strings.iter().map(|string| Bytes::copy_from_slice(string)).collect();
    }
    proto
}

/// How many bytes the tensors of one message may still take beyond those that the message itself holds.
///
/// One for a whole message (a graph, say), since many small lists are as bad as a large one.
pub(crate) struct Expansion {
    bytes_left: usize,
}

/// As much as the largest message can hold: TensorFlow's limit for a message is 2 GiB.
const EXPANSION_MAX: usize = 1 << 31;

impl Expansion {
    pub(crate) fn new() -> Expansion {
        Expansion::of(EXPANSION_MAX)
    }

    /// An allowance of this many bytes.
    pub(crate) fn of(bytes_left: usize) -> Expansion {
        Expansion { bytes_left }
    }

    pub(crate) fn tensor(&mut self, proto: &pb::TensorProto) -> Result<Tensor> {
        let dtype = dtype_from_proto(proto.dtype)?;
        let shape = shape_from_proto(proto.tensor_shape.as_ref())?;
        let in_content = !proto.tensor_content.is_empty();
        match dtype {
            DType::String if in_content => {
                let pieces = split_pieces(&proto.tensor_content, &shape, dtype)?;
                Tensor::strings(shape, pieces.into_iter().map(|piece| piece.to_vec()).collect())
            }
            DType::String => {
                let strings = proto.string_val.iter().map(|string| string.to_vec()).collect();
                Tensor::strings(shape.clone(), self.fill(strings, dtype, &shape, Vec::len)?)
            }
            DType::Resource if in_content => {
                let pieces = split_pieces(&proto.tensor_content, &shape, dtype)?;
                let handles = pieces.into_iter().map(|piece| handle_from_proto(&decode_piece(piece, dtype)?));
                Tensor::resources(shape, handles.collect::<Result<_>>()?)
            }
            DType::Resource => {
                let handles = proto.resource_handle_val.iter().map(handle_from_proto).collect::<Result<_>>()?;
                Tensor::resources(shape.clone(), self.fill(handles, dtype, &shape, handle_weight)?)
            }
            DType::Variant if in_content => {
                let pieces = split_pieces(&proto.tensor_content, &shape, dtype)?;
                let variants = pieces.into_iter().map(|piece| self.variant(&decode_piece(piece, dtype)?));
                Tensor::variants(shape, variants.collect::<Result<_>>()?)
            }
            DType::Variant => {
                let variants = proto.variant_val.iter().map(|variant| self.variant(variant)).collect::<Result<_>>()?;
                Tensor::variants(shape.clone(), self.fill(variants, dtype, &shape, variant_weight)?)
            }
            _ if in_content => Tensor::from_bytes(dtype, shape, &proto.tensor_content),
            _ => self.plain(dtype, shape, &typed_bytes(proto, dtype)?),
        }
    }

    /// A tensor of a plain type from the bytes of its first elements; the last of them repeats.
    fn plain(&mut self, dtype: DType, shape: Shape, bytes: &[u8]) -> Result<Tensor> {
        let size = dtype.size().ok_or_else(|| not_plain(dtype))?;
        let (count, elements) = (bytes.len() / size, shape.num_elements());
        check_not_too_many(count, &shape)?;
        // A shape has few enough elements for this product, but not for our memory.
        self.take((elements - count) * size, dtype, &shape)?;
        if count == 0 {
            return Tensor::zeros(dtype, shape);
        }
        let mut writer = TensorWriter::new(dtype, shape, elements * size)?;
        writer.write(bytes)?;
        // A block of copies at a time: element by element would take longer than the memory is fast.
        const BLOCK: usize = 4096;
        let last = &bytes[bytes.len() - size..];
        let missing = elements - count;
        let block = last.repeat(missing.min(BLOCK));
        for _ in 0..missing / BLOCK {
            writer.write(&block)?;
        }
        writer.write(&block[..missing % BLOCK * size])?;
        writer.finish()
    }

    /// The values of a list, the last of them repeated to the number of elements; defaults if there are none.
    /// `weight` is what a copy of a value takes beside its own struct.
    fn fill<T: Clone + Default>(
        &mut self,
        mut values: Vec<T>,
        dtype: DType,
        shape: &Shape,
        weight: impl Fn(&T) -> usize,
    ) -> Result<Vec<T>> {
        check_not_too_many(values.len(), shape)?;
        let last = values.last().cloned().unwrap_or_default();
        let missing = shape.num_elements() - values.len();
        let bytes = missing.saturating_mul(size_of::<T>() + weight(&last));
        self.take(bytes, dtype, shape)?;
        values.resize(shape.num_elements(), last);
        Ok(values)
    }

    fn take(&mut self, bytes: usize, dtype: DType, shape: &Shape) -> Result<()> {
        match self.bytes_left.checked_sub(bytes) {
            Some(left) => {
                self.bytes_left = left;
                Ok(())
            }
            None => Err(invalid_argument(format!(
                "a message repeats a value to fill a {dtype} tensor of shape {shape}, which takes {bytes} bytes; \
                 one message may take {EXPANSION_MAX} in this way, of which {} are left",
                self.bytes_left
            ))),
        }
    }

    fn variant(&mut self, proto: &pb::VariantTensorDataProto) -> Result<Variant> {
        let tensors = proto.tensors.iter().map(|tensor| self.tensor(tensor)).collect::<Result<_>>()?;
        if proto.type_name == TensorList::TYPE_NAME {
            return Ok(list::list(&proto.metadata, tensors)?.into());
        }
        Ok(Variant::Opaque(Opaque { type_name: proto.type_name.clone(), metadata: proto.metadata.to_vec(), tensors }))
    }
}

/// The elements of a typed list as they lie in memory. Numbers wider than the type lose their upper bits, as they do in
/// TensorFlow; what they are meant for is signs and bit patterns.
fn typed_bytes(proto: &pb::TensorProto, dtype: DType) -> Result<Vec<u8>> {
    use DType::*;
    fn collect<T: Copy, const N: usize>(values: &[T], bytes: impl Fn(T) -> [u8; N]) -> Vec<u8> {
        values.iter().flat_map(|&value| bytes(value)).collect()
    }
    let pairs = |count: usize| match count % 2 {
        0 => Ok(()),
        _ => Err(invalid_argument(format!("a {dtype} tensor has {count} parts, which is not a number of pairs"))),
    };
    Ok(match dtype {
        Float => collect(&proto.float_val, f32::to_le_bytes),
        Double => collect(&proto.double_val, f64::to_le_bytes),
        Int32 | QInt32 => collect(&proto.int_val, i32::to_le_bytes),
        Int16 | UInt16 | QInt16 | QUInt16 => collect(&proto.int_val, |value| (value as u16).to_le_bytes()),
        Int8 | UInt8 | QInt8 | QUInt8 | Int4 | UInt4 | Int2 | UInt2 => collect(&proto.int_val, |value| [value as u8]),
        Half | BFloat16 => collect(&proto.half_val, |value| (value as u16).to_le_bytes()),
        Int64 => collect(&proto.int64_val, i64::to_le_bytes),
        UInt32 => collect(&proto.uint32_val, u32::to_le_bytes),
        UInt64 => collect(&proto.uint64_val, u64::to_le_bytes),
        Bool => collect(&proto.bool_val, |value| [u8::from(value)]),
        Complex64 => {
            pairs(proto.scomplex_val.len())?;
            collect(&proto.scomplex_val, f32::to_le_bytes)
        }
        Complex128 => {
            pairs(proto.dcomplex_val.len())?;
            collect(&proto.dcomplex_val, f64::to_le_bytes)
        }
        Float8E5M2 | Float8E4M3FN | Float8E4M3FNUZ | Float8E4M3B11FNUZ | Float8E5M2FNUZ | Float4E2M1FN => {
            proto.float8_val.to_vec()
        }
        String | Resource | Variant => return Err(not_plain(dtype)),
    })
}

/// The pieces of a `tensor_content` that is made of lengths and then bytes.
fn split_pieces(content: &Bytes, shape: &Shape, dtype: DType) -> Result<Vec<Bytes>> {
    let elements = shape.num_elements();
    // Each length takes a byte at least: a short message cannot ask for a long vector.
    if elements > content.len() {
        return Err(invalid_argument(format!(
            "a {dtype} tensor of shape {shape} has {elements} elements, but its content is only {} bytes long",
            content.len()
        )));
    }
    let mut rest = content.clone();
    let mut lengths = Vec::with_capacity(elements);
    for i in 0..elements {
        let length = encoding::decode_varint(&mut rest)
            .map_err(|_| invalid_argument(format!("cannot read the length of element {i} of a {dtype} tensor")))?;
        lengths.push(length);
    }
    let total = lengths.iter().try_fold(0u64, |total, &length| total.checked_add(length));
    if total != Some(rest.remaining() as u64) {
        return Err(invalid_argument(format!(
            "the elements of a {dtype} tensor of shape {shape} should take {} bytes, but {} are there",
            total.map_or("too many".to_string(), |total| total.to_string()),
            rest.remaining()
        )));
    }
    // Each length is at most the total, which is a length of something in memory.
    Ok(lengths.into_iter().map(|length| rest.split_to(length as usize)).collect())
}

fn decode_piece<M: Message + Default>(piece: Bytes, dtype: DType) -> Result<M> {
    M::decode(piece).map_err(|error| invalid_argument(format!("cannot read an element of a {dtype} tensor: {error}")))
}

fn encode_strings(strings: &[Vec<u8>]) -> Bytes {
    let lengths: usize = strings.iter().map(|string| encoding::encoded_len_varint(string.len() as u64)).sum();
    let bytes: usize = strings.iter().map(Vec::len).sum();
    let mut content = Vec::with_capacity(lengths + bytes);
    for string in strings {
        encoding::encode_varint(string.len() as u64, &mut content);
    }
    for string in strings {
        content.extend_from_slice(string);
    }
    content.into()
}

/// The bytes of a buffer, which stays alive as long as they do.
fn share(buffer: Arc<Buffer>) -> Bytes {
    struct Shared(Arc<Buffer>);
    impl AsRef<[u8]> for Shared {
        fn as_ref(&self) -> &[u8] {
            self.0.bytes()
        }
    }
    Bytes::from_owner(Shared(buffer))
}

fn handle_from_proto(proto: &pb::ResourceHandleProto) -> Result<ResourceHandle> {
    let dtypes_and_shapes = proto
        .dtypes_and_shapes
        .iter()
        .map(|it| {
            let shape = partial_shape_from_proto(it.shape.as_ref().unwrap_or(&pb::TensorShapeProto::default()))?;
            Ok((dtype_from_proto(it.dtype)?, shape))
        })
        .collect::<Result<_>>()?;
    Ok(ResourceHandle {
        device: proto.device.clone(),
        container: proto.container.clone(),
        name: proto.name.clone(),
        hash_code: proto.hash_code,
        type_name: proto.maybe_type_name.clone(),
        dtypes_and_shapes,
    })
}

fn handle_weight(handle: &ResourceHandle) -> usize {
    let promises: usize = handle
        .dtypes_and_shapes
        .iter()
        .map(|it| size_of_val(it) + size_of::<Option<usize>>() * it.1.rank().unwrap_or(0))
        .sum();
    handle.device.len() + handle.container.len() + handle.name.len() + handle.type_name.len() + promises
}

fn handle_to_proto(handle: &ResourceHandle) -> pb::ResourceHandleProto {
    pb::ResourceHandleProto {
        device: handle.device.clone(),
        container: handle.container.clone(),
        name: handle.name.clone(),
        hash_code: handle.hash_code,
        maybe_type_name: handle.type_name.clone(),
        dtypes_and_shapes: handle
            .dtypes_and_shapes
            .iter()
            .map(|(dtype, shape)| pb::resource_handle_proto::DtypeAndShape {
                dtype: dtype.number(),
                shape: Some(partial_shape_to_proto(shape)),
            })
            .collect(),
    }
}

/// The tensors inside are shared by the copies.
fn variant_weight(variant: &Variant) -> usize {
    match variant {
        Variant::List(list) => size_of::<Option<Tensor>>() * list.len(),
        Variant::Opaque(opaque) => {
            opaque.type_name.len() + opaque.metadata.len() + size_of::<Tensor>() * opaque.tensors.len()
        }
    }
}

fn variant_to_proto(variant: &Variant) -> pb::VariantTensorDataProto {
    let (metadata, tensors) = match variant {
        Variant::List(list) => {
            (list::metadata(list).into(), list.items().iter().flatten().map(tensor_to_proto).collect())
        }
        Variant::Opaque(opaque) => {
            (Bytes::copy_from_slice(&opaque.metadata), opaque.tensors.iter().map(tensor_to_proto).collect())
        }
    };
    pb::VariantTensorDataProto { type_name: variant.type_name().to_owned(), metadata, tensors }
}

fn check_not_too_many(count: usize, shape: &Shape) -> Result<()> {
    let elements = shape.num_elements();
    if count <= elements {
        return Ok(());
    }
    Err(invalid_argument(format!(
        "{count} values were given for a tensor of shape {shape}, which has {elements} elements"
    )))
}

fn not_plain(dtype: DType) -> Status {
    invalid_argument(format!("{dtype} tensors are not made of plain bytes"))
}

#[cfg(test)]
mod tests;
