//! The messages of a lane, as bytes and as values.
//!
//! A frame is the length of what follows (4 bytes), a kind (1 byte) and its fields; numbers are little-endian. The bytes
//! come from another process: a frame that makes no sense ends the lane, and memory grows with what arrives.

use bytes::{Buf, BufMut, Bytes, BytesMut};
use regatta_status::{Code, Result, Status, internal};
use regatta_tensor::{DType, Shape};

use crate::{grpc::MESSAGE_BYTES_MAX, worker::StepId};

/// Of a request for a tensor, by which its answer and its end are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FetchId(pub u64);

/// A message of a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// Asks for a tensor of a step.
    Want { id: FetchId, step: StepId, key: String },
    /// Takes a request back. An answer may be under way.
    Forget { id: FetchId },
    /// Frees a slot whose bytes are not used any more.
    Done { at: u64 },
    /// The tensor asked for lies in the sender's segment.
    InSlot { id: FetchId, at: u64, len: u64, dtype: i32, dims: Vec<i64> },
    /// The tensor asked for, as a `RecvTensorResponse`.
    Inline { id: FetchId, response: Bytes },
    /// There will be no tensor.
    Failed { id: FetchId, status: Status },
}

const LENGTH_BYTES: usize = 4;
const DIMENSIONS_MAX: usize = 254;

impl Frame {
    /// The frame in which a tensor of a plain type is told to lie in a slot.
    pub fn in_slot(id: FetchId, at: usize, len: usize, dtype: DType, shape: &Shape) -> Frame {
        Frame::InSlot { id, at: at as u64, len: len as u64, dtype: dtype.number(), dims: shape.to_signed() }
    }

    /// The bytes of the frame, in pieces of which the large one is not copied.
    pub fn encode(self) -> (Bytes, Bytes) {
        let mut bytes = BytesMut::with_capacity(64);
        bytes.put_u32_le(0);
        let mut rest = Bytes::new();
        match self {
            Frame::Want { id, step, key } => {
                bytes.put_u8(1);
                bytes.put_u64_le(id.0);
                bytes.put_i64_le(step.0);
                bytes.put_slice(key.as_bytes());
            }
            Frame::Forget { id } => {
                bytes.put_u8(2);
                bytes.put_u64_le(id.0);
            }
            Frame::Done { at } => {
                bytes.put_u8(3);
                bytes.put_u64_le(at);
            }
            Frame::InSlot { id, at, len, dtype, dims } => {
                bytes.put_u8(4);
                bytes.put_u64_le(id.0);
                bytes.put_u64_le(at);
                bytes.put_u64_le(len);
                bytes.put_i32_le(dtype);
                dims.into_iter().for_each(|dim| bytes.put_i64_le(dim));
            }
            Frame::Inline { id, response } => {
                bytes.put_u8(5);
                bytes.put_u64_le(id.0);
                rest = response;
            }
            Frame::Failed { id, status } => {
                bytes.put_u8(6);
                bytes.put_u64_le(id.0);
                bytes.put_i32_le(status.code as i32);
                bytes.put_u8(u8::from(status.derived));
                bytes.put_slice(status.message.as_bytes());
            }
        }
        let len = (bytes.len() - LENGTH_BYTES + rest.len()) as u32;
        bytes[..LENGTH_BYTES].copy_from_slice(&len.to_le_bytes());
        (bytes.freeze(), rest)
    }

    /// Takes the first frame off what has arrived; `None` if it is not whole yet.
    pub fn take(arrived: &mut BytesMut) -> Result<Option<Frame>> {
        let Some(len) = arrived.first_chunk::<LENGTH_BYTES>() else { return Ok(None) };
        let len = u32::from_le_bytes(*len) as usize;
        if len > MESSAGE_BYTES_MAX {
            return Err(internal(format!("a frame of {len} bytes on a lane is too long")));
        }
        if arrived.len() < LENGTH_BYTES + len {
            return Ok(None);
        }
        arrived.advance(LENGTH_BYTES);
        decode(arrived.split_to(len).freeze()).map(Some)
    }
}

fn decode(mut bytes: Bytes) -> Result<Frame> {
    let short = |_| internal("a frame on a lane ends too early");
    let kind = bytes.try_get_u8().map_err(short)?;
    // Every kind begins with a number of eight bytes.
    let number = bytes.try_get_u64_le().map_err(short)?;
    let id = FetchId(number);
    let frame = match kind {
        1 => {
            let step = StepId(bytes.try_get_i64_le().map_err(short)?);
            let key = String::from_utf8(take_rest(&mut bytes)).map_err(|_| internal("a key on a lane is no text"))?;
            Frame::Want { id, step, key }
        }
        2 => Frame::Forget { id },
        3 => Frame::Done { at: number },
        4 => {
            let at = bytes.try_get_u64_le().map_err(short)?;
            let len = bytes.try_get_u64_le().map_err(short)?;
            let dtype = bytes.try_get_i32_le().map_err(short)?;
            if bytes.len() > DIMENSIONS_MAX * size_of::<i64>() {
                return Err(internal("a tensor on a lane has too many dimensions"));
            }
            let mut dims = Vec::with_capacity(bytes.len() / size_of::<i64>());
            while bytes.has_remaining() {
                dims.push(bytes.try_get_i64_le().map_err(short)?);
            }
            Frame::InSlot { id, at, len, dtype, dims }
        }
        5 => Frame::Inline { id, response: std::mem::take(&mut bytes) },
        6 => {
            let code = Code::from_i32(bytes.try_get_i32_le().map_err(short)?);
            let derived = bytes.try_get_u8().map_err(short)? != 0;
            let message = String::from_utf8_lossy(&take_rest(&mut bytes)).into_owned();
            Frame::Failed { id, status: Status { code, message, derived } }
        }
        _ => return Err(internal(format!("a frame of the unknown kind {kind} on a lane"))),
    };
    match bytes.len() {
        0 => Ok(frame),
        left => Err(internal(format!("a frame of kind {kind} on a lane is {left} bytes too long"))),
    }
}

fn take_rest(bytes: &mut Bytes) -> Vec<u8> {
    std::mem::take(bytes).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn encoded(frame: &Frame) -> Vec<u8> {
        let (head, rest) = frame.clone().encode();
        [head, rest].concat()
    }

    fn frames() -> impl Strategy<Value = Frame> {
        let id = || any::<u64>().prop_map(FetchId);
        prop_oneof![
            (id(), any::<i64>(), ".{0,40}").prop_map(|(id, step, key)| Frame::Want { id, step: StepId(step), key }),
            id().prop_map(|id| Frame::Forget { id }),
            any::<u64>().prop_map(|at| Frame::Done { at }),
            (id(), any::<u64>(), any::<u64>(), any::<i32>(), prop::collection::vec(any::<i64>(), 0..8))
                .prop_map(|(id, at, len, dtype, dims)| Frame::InSlot { id, at, len, dtype, dims }),
            (id(), prop::collection::vec(any::<u8>(), 0..200))
                .prop_map(|(id, response)| Frame::Inline { id, response: response.into() }),
            (id(), 1i32..17, any::<bool>(), ".{0,40}").prop_map(|(id, code, derived, message)| Frame::Failed {
                id,
                status: Status { code: Code::from_i32(code), message, derived },
            }),
        ]
    }

    proptest! {
        #[test]
        fn frames_arrive_as_they_were_sent_however_they_are_cut(frames in prop::collection::vec(frames(), 1..8), cut in 1usize..50) {
            let sent: Vec<u8> = frames.iter().flat_map(encoded).collect();
            let mut arrived = BytesMut::new();
            let mut taken = Vec::new();
            for piece in sent.chunks(cut) {
                arrived.extend_from_slice(piece);
                while let Some(frame) = Frame::take(&mut arrived).unwrap() {
                    taken.push(frame);
                }
            }
            prop_assert!(arrived.is_empty());
            prop_assert_eq!(taken, frames);
        }

        #[test]
        fn any_bytes_are_a_frame_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let mut framed = BytesMut::new();
            framed.put_u32_le(bytes.len() as u32);
            framed.put_slice(&bytes);
            if let Ok(frame) = Frame::take(&mut framed) {
                // A code or a text that is none is read as the nearest that is; all else is what was sent.
                let frame = frame.expect("it is whole");
                let is_failure = matches!(frame, Frame::Failed { .. });
                prop_assert!(is_failure || encoded(&frame)[LENGTH_BYTES..] == bytes[..], "{:?}", frame);
            }
        }
    }

    #[test]
    fn a_frame_cut_short_is_refused() {
        for frame in [
            Frame::Want { id: FetchId(1), step: StepId(2), key: String::new() },
            Frame::Forget { id: FetchId(1) },
            Frame::Done { at: 7 },
            Frame::InSlot { id: FetchId(1), at: 2, len: 3, dtype: 1, dims: Vec::new() },
            Frame::Inline { id: FetchId(1), response: Bytes::new() },
            Frame::Failed { id: FetchId(1), status: internal("") },
        ] {
            let whole = encoded(&frame);
            for len in 0..whole.len() - LENGTH_BYTES {
                let mut bytes = BytesMut::new();
                bytes.put_u32_le(len as u32);
                bytes.put_slice(&whole[LENGTH_BYTES..LENGTH_BYTES + len]);
                assert!(Frame::take(&mut bytes).is_err(), "{frame:?} cut to {len}");
            }
        }
        let mut too_long = BytesMut::from(&[0xff; 8][..]);
        assert!(Frame::take(&mut too_long).is_err());
    }
}
