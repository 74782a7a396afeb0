//! Lists of tensors on the wire: the tensors that are set, and in the metadata, as varints, how many are not, which, the
//! type, the largest length (-1 for none), and then the element shape as a message.

use bytes::Buf;
use prost::{
    Message,
    encoding::{decode_varint, encode_varint},
};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor, TensorList};

use crate::{
    pb,
    shape::{partial_shape_from_proto, partial_shape_to_proto},
};

/// The metadata of a list.
pub(crate) fn metadata(list: &TensorList) -> Vec<u8> {
    let missing: Vec<usize> = (0..list.len()).filter(|k| list.items()[*k].is_none()).collect();
    let mut out = Vec::new();
    encode_varint(missing.len() as u64, &mut out);
    for index in missing {
        encode_varint(index as u64, &mut out);
    }
    encode_varint(list.dtype.number() as u64, &mut out);
    encode_varint(list.max_len.map_or(-1i64, |len| len as i64) as u64, &mut out);
    out.extend(partial_shape_to_proto(&list.element_shape).encode_to_vec());
    out
}

/// A list from its metadata and the tensors that are set.
pub(crate) fn list(mut metadata: &[u8], tensors: Vec<Tensor>) -> Result<TensorList> {
    let number = |from: &mut &[u8]| {
        decode_varint(from).map_err(|e| invalid_argument(format!("the metadata of a TensorList is malformed: {e}")))
    };
    let count = number(&mut metadata)? as usize;
    // Every index takes a byte at least.
    if count > metadata.remaining() {
        return Err(invalid_argument(format!("a TensorList says that {count} of its items are not set")));
    }
    let mut missing = Vec::with_capacity(count);
    for _ in 0..count {
        missing.push(number(&mut metadata)? as usize);
    }
    let dtype = number(&mut metadata)?;
    let dtype = i32::try_from(dtype).ok().and_then(DType::from_number);
    let dtype = dtype.ok_or_else(|| invalid_argument("a TensorList has no known type"))?;
    let max_len = number(&mut metadata)? as i64;
    let shape = pb::TensorShapeProto::decode(metadata)
        .map_err(|e| invalid_argument(format!("the element shape of a TensorList is malformed: {e}")))?;
    let mut list = TensorList::new(dtype, partial_shape_from_proto(&shape)?);
    list.max_len = usize::try_from(max_len).ok();
    if let Some(other) = tensors.iter().find(|tensor| tensor.dtype() != dtype) {
        return Err(invalid_argument(format!("a TensorList of {dtype} holds a tensor of {}", other.dtype())));
    }
    let (mut missing, mut tensors) = (missing.into_iter().peekable(), tensors.into_iter());
    loop {
        if missing.next_if_eq(&list.len()).is_some() {
            list.push(None)?;
        } else if let Some(tensor) = tensors.next() {
            list.push(Some(tensor))?;
        } else if missing.peek().is_some() {
            return Err(invalid_argument("a TensorList names an item that it does not have"));
        } else {
            return Ok(list);
        }
    }
}

#[cfg(test)]
mod tests {
    use regatta_tensor::PartialShape;

    use super::*;

    #[test]
    fn a_list_comes_back_with_its_gaps() {
        let mut sent = TensorList::new(DType::Int32, PartialShape::new(vec![None, Some(2)]));
        sent.max_len = Some(7);
        for item in [None, Some(Tensor::scalar(1i32)), None, Some(Tensor::scalar(2i32)), None] {
            sent.push(item).unwrap();
        }
        let bytes = metadata(&sent);
        // As TensorFlow writes it: three gaps at 0, 2 and 4, int32, at most seven, and the shape.
        assert_eq!(bytes[..6], [3, 0, 2, 4, 3, 7]);
        let tensors = sent.items().iter().flatten().cloned().collect();
        let got = list(&bytes, tensors).unwrap();
        let set = |list: &TensorList| list.items().iter().map(Option::is_some).collect::<Vec<_>>();
        assert_eq!((got.dtype, &got.element_shape, got.max_len), (sent.dtype, &sent.element_shape, sent.max_len));
        assert_eq!(set(&got), set(&sent));
        assert!(list(&[200, 1], Vec::new()).is_err());
        assert!(list(&[1, 5, 3, 7], Vec::new()).is_err());
    }
}
