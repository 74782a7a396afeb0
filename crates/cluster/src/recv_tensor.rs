//! `RecvTensor` without a copy: the large messages of the protocol, encoded and decoded by hand.
//!
//! A response holds one tensor, whose bytes come last of all its fields. So the sender writes a small head and then the
//! tensor's own buffer as it is; and the receiver, once it has read the head, copies what arrives straight into the new
//! tensor's buffer. A response in any other order, or of a type that is not plain bytes, goes the ordinary way.

use bytes::{Buf, BufMut, Bytes, BytesMut};
use prost::{
    Message as _,
    encoding::{WireType, decode_key, decode_varint, encode_key, encode_varint, encoded_len_varint, key_len},
};
use regatta_runtime::Parcel;
use regatta_status::{Result, internal};
use regatta_tensor::{DType, TensorWriter};
use regatta_wire::{dtype_from_proto, pb, shape_from_proto, shape_to_proto, tensor_from_proto, tensor_to_proto};

use crate::grpc::{Body, Message};

/// Fields of `RecvTensorResponse`.
const TENSOR: u32 = 1;
const IS_DEAD: u32 = 2;
/// Fields of `TensorProto`.
const DTYPE: u32 = 1;
const SHAPE: u32 = 2;
const CONTENT: u32 = 4;

/// Tensors below this size are sent in one piece with their head; a second piece costs more than the copy.
const INLINE_BYTES: usize = 4096;

/// A `RecvTensorResponse` with this value.
pub(crate) fn encode(parcel: &Parcel) -> Message {
    let Some(tensor) = parcel else {
        // What TensorFlow sends for a dead value: an empty tensor and the mark.
        let empty = pb::TensorProto {
            dtype: DType::Float.number(),
            tensor_shape: Some(pb::TensorShapeProto {
                dim: vec![pb::tensor_shape_proto::Dim::default()],
                unknown_rank: false,
            }),
            ..Default::default()
        };
        let response = pb::RecvTensorResponse { tensor: Some(empty), is_dead: true, ..Default::default() };
        return Message::from(Bytes::from(response.encode_to_vec()));
    };
    let Some(content) = tensor.buffer() else {
        let response = pb::RecvTensorResponse { tensor: Some(tensor_to_proto(tensor)), ..Default::default() };
        return Message::from(Bytes::from(response.encode_to_vec()));
    };
    let content_len = content.bytes().len();
    let shape = shape_to_proto(tensor.shape());
    let shape_len = shape.encoded_len();
    let dtype = tensor.dtype().number() as u64;
    let mut tensor_len = key_len(DTYPE) + encoded_len_varint(dtype);
    if shape_len > 0 {
        tensor_len += key_len(SHAPE) + encoded_len_varint(shape_len as u64) + shape_len;
    }
    tensor_len += key_len(CONTENT) + encoded_len_varint(content_len as u64) + content_len;

    let mut head = BytesMut::with_capacity(64 + shape_len + if content_len < INLINE_BYTES { content_len } else { 0 });
    encode_key(TENSOR, WireType::LengthDelimited, &mut head);
    encode_varint(tensor_len as u64, &mut head);
    encode_key(DTYPE, WireType::Varint, &mut head);
    encode_varint(dtype, &mut head);
    if shape_len > 0 {
        encode_key(SHAPE, WireType::LengthDelimited, &mut head);
        encode_varint(shape_len as u64, &mut head);
        // Writing to a growing buffer cannot run out of room.
        let _ = shape.encode(&mut head);
    }
    encode_key(CONTENT, WireType::LengthDelimited, &mut head);
    encode_varint(content_len as u64, &mut head);
    if content_len < INLINE_BYTES {
        head.put_slice(content.bytes());
        return Message::from(head.freeze());
    }
    let mut message = Message::from(head.freeze());
    message.push(Bytes::from_owner(SharedBuffer(content)));
    message
}

/// Keeps a tensor's buffer alive while it is being sent.
struct SharedBuffer(std::sync::Arc<regatta_tensor::Buffer>);

impl AsRef<[u8]> for SharedBuffer {
    fn as_ref(&self) -> &[u8] {
        self.0.bytes()
    }
}

/// Reads a `RecvTensorResponse` as it arrives.
pub(crate) async fn decode(mut body: Body) -> Result<Parcel> {
    let total = body.len();
    let mut seen = BytesMut::new();
    while let Some(chunk) = body.chunk().await? {
        if seen.is_empty() && chunk.len() == total {
            return decode_whole(chunk);
        }
        seen.extend_from_slice(&chunk);
        match read_head(&seen, total) {
            Head::Unfinished => {}
            Head::Other => break,
            Head::Plain { dtype, shape, content_at, content_len } => {
                let mut writer =
                    TensorWriter::new(dtype_from_proto(dtype)?, shape_from_proto(Some(&shape))?, content_len)
                        .map_err(unparsable)?;
                writer.write(&seen[content_at..]).map_err(unparsable)?;
                while let Some(chunk) = body.chunk().await? {
                    writer.write(&chunk).map_err(unparsable)?;
                }
                return writer.finish().map(Some).map_err(unparsable);
            }
        }
    }
    while let Some(chunk) = body.chunk().await? {
        seen.extend_from_slice(&chunk);
    }
    decode_whole(seen.freeze())
}

/// Reads a `RecvTensorResponse` that is there in one piece.
pub(crate) fn decode_whole(bytes: Bytes) -> Result<Parcel> {
    let response =
        pb::RecvTensorResponse::decode(bytes).map_err(|e| internal(format!("could not parse rpc response: {e}")))?;
    if response.is_dead {
        return Ok(None);
    }
    tensor_from_proto(&response.tensor.unwrap_or_default()).map(Some).map_err(unparsable)
}

fn unparsable(status: regatta_status::Status) -> regatta_status::Status {
    internal(format!("could not parse rpc response: {}", status.message))
}

/// What the first bytes of a response say.
enum Head {
    /// Not enough of them yet.
    Unfinished,
    /// A live tensor of plain bytes, which are all that is still to come.
    Plain { dtype: i32, shape: pb::TensorShapeProto, content_at: usize, content_len: usize },
    /// Anything else.
    Other,
}

/// More head than this means that it is not the form we look for.
const HEAD_MAX: usize = 4096;

fn read_head(seen: &[u8], total: usize) -> Head {
    match try_read_head(seen, total) {
        Some(head) => head,
        None if seen.len() > HEAD_MAX => Head::Other,
        None => Head::Unfinished,
    }
}

/// `None` where the bytes end too early.
fn try_read_head(seen: &[u8], total: usize) -> Option<Head> {
    let mut rest = seen;
    // The response's own fields before the tensor: a dead value has nothing to stream.
    let tensor_end = loop {
        let (field, wire_type) = decode_key(&mut rest).ok()?;
        match (field, wire_type) {
            (TENSOR, WireType::LengthDelimited) => {
                let len = usize::try_from(decode_varint(&mut rest).ok()?).ok()?;
                break (seen.len() - rest.len()).checked_add(len)?;
            }
            (IS_DEAD, _) => return Some(Head::Other),
            (_, WireType::Varint) => drop(decode_varint(&mut rest).ok()?),
            _ => return Some(Head::Other),
        }
    };
    if tensor_end != total {
        return Some(Head::Other);
    }
    let mut dtype = 0;
    let mut shape = pb::TensorShapeProto::default();
    loop {
        let (field, wire_type) = decode_key(&mut rest).ok()?;
        match (field, wire_type) {
            (DTYPE, WireType::Varint) => dtype = decode_varint(&mut rest).ok()? as i32,
            (SHAPE, WireType::LengthDelimited) => {
                let len = usize::try_from(decode_varint(&mut rest).ok()?).ok()?;
                let Some(bytes) = rest.get(..len) else {
                    return if len > HEAD_MAX { Some(Head::Other) } else { None };
                };
                let Ok(decoded) = pb::TensorShapeProto::decode(bytes) else { return Some(Head::Other) };
                shape = decoded;
                rest.advance(len);
            }
            (CONTENT, WireType::LengthDelimited) => {
                let content_len = usize::try_from(decode_varint(&mut rest).ok()?).ok()?;
                let content_at = seen.len() - rest.len();
                let is_last = content_at.checked_add(content_len) == Some(total);
                let is_plain = DType::from_number(dtype).is_some_and(|dtype| dtype.size().is_some());
                return Some(if is_last && is_plain {
                    Head::Plain { dtype, shape, content_at, content_len }
                } else {
                    Head::Other
                });
            }
            _ => return Some(Head::Other),
        }
    }
}

/// A response as one piece, for tests.
#[cfg(test)]
fn encode_whole(parcel: &Parcel) -> Vec<u8> {
    encode(parcel).parts().iter().flat_map(|part| part.to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use regatta_tensor::{Shape, Tensor};

    #[test]
    fn what_is_sent_is_what_a_plain_decoder_reads() {
        let large = Tensor::vector((0..10_000).map(|i| i as f32).collect());
        let values = [Tensor::scalar(3i64), Tensor::vector(vec![1.5f32, 2.5]), large, Tensor::string("abc")];
        for tensor in values {
            let bytes = encode_whole(&Some(tensor.clone()));
            let read = decode_whole(bytes.into()).unwrap().unwrap();
            assert_eq!(format!("{tensor:?}"), format!("{read:?}"));
            assert_eq!(tensor.bytes(), read.bytes());
        }
        assert!(decode_whole(encode_whole(&None).into()).unwrap().is_none());
    }

    #[test]
    fn a_head_is_found_at_any_cut() {
        let tensor = Tensor::zeros(DType::Double, Shape::new(&[3, 5, 7]).unwrap()).unwrap();
        let bytes = encode_whole(&Some(tensor));
        let mut was_found = false;
        for cut in 0..bytes.len() {
            match read_head(&bytes[..cut], bytes.len()) {
                Head::Unfinished => assert!(!was_found),
                Head::Plain { content_len, .. } => {
                    was_found = true;
                    assert_eq!(content_len, 3 * 5 * 7 * 8);
                }
                Head::Other => panic!("cut at {cut} was not recognised"),
            }
        }
        assert!(was_found);
    }
}
