//! DecodeRaw, DecodePaddedRaw: the bytes of each string as numbers; the outputs have a dimension more than the strings.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use crate::{
    Build, Kernel,
    array::elements::{copies, room_for, take},
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("DecodeRaw", decode_raw), ("DecodePaddedRaw", decode_padded_raw)];

/// What the bytes become.
#[derive(Clone, Copy)]
struct Numbers {
    dtype: DType,
    size: usize,
    /// Bytes that are turned round to become a number, 1 where they need not be.
    turned: usize,
}

impl Numbers {
    fn of(node: &Node) -> Result<Numbers> {
        let dtype = node.attrs.dtype("out_type")?;
        let allowed = dtype.is_float()
            || matches!(
                dtype,
                DType::Int32
                    | DType::UInt16
                    | DType::UInt8
                    | DType::Int16
                    | DType::Int8
                    | DType::Int64
                    | DType::Complex64
                    | DType::Complex128
                    | DType::Bool
            );
        let size = dtype.size().filter(|_| allowed).ok_or_else(|| unsupported(node))?;
        let turned = match (node.attrs.bool("little_endian")?, dtype) {
            (true, _) => 1,
            // The parts of a complex number keep their places.
            (false, DType::Complex64 | DType::Complex128) => size / 2,
            (false, _) => size,
        };
        Ok(Numbers { dtype, size, turned })
    }

    fn tensor(self, shape: &[usize], count: usize, mut bytes: Vec<u8>) -> Result<Tensor> {
        if self.turned > 1 {
            bytes.chunks_mut(self.turned).for_each(<[u8]>::reverse);
        }
        Tensor::from_bytes(self.dtype, Shape::new(&[shape, &[count]].concat())?, &bytes)
    }
}

fn decode_raw(node: &Node) -> Result<Kernel> {
    let numbers = Numbers::of(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [input] = take(inputs)?;
        let strings = input.as_strings()?;
        let len = strings.first().map_or(0, Vec::len);
        if let Some((k, other)) = strings.iter().enumerate().find(|(_, string)| string.len() != len) {
            return Err(invalid_argument(format!(
                "DecodeRaw requires input strings to all be the same size, but element {k} has size {} != {len}",
                other.len()
            )));
        }
        if len % numbers.size != 0 {
            return Err(invalid_argument(format!(
                "Input to DecodeRaw has length {len} that is not a multiple of {}, the size of {}",
                numbers.size, numbers.dtype
            )));
        }
        let mut bytes = room_for(len.saturating_mul(strings.len()))?;
        strings.iter().for_each(|string| bytes.extend_from_slice(string));
        Ok(vec![numbers.tensor(input.shape(), len / numbers.size, bytes)?])
    })))
}

/// Strings are cut, or filled up with zeros, to a length.
fn decode_padded_raw(node: &Node) -> Result<Kernel> {
    let numbers = Numbers::of(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [input, length] = take(inputs)?;
        if length.shape().rank() != 0 {
            return Err(invalid_argument(format!("k must be scalar, got shape {}", length.shape())));
        }
        let length = length.single::<i32>()?;
        let len = usize::try_from(length)
            .ok()
            .filter(|len| *len > 0)
            .ok_or_else(|| invalid_argument(format!("fixed_length ({length}) must be greater than zero.")))?;
        if len % numbers.size != 0 {
            return Err(invalid_argument(format!(
                "fixed_length ({len}) must be a multiple of the size of out_type ({})",
                numbers.size
            )));
        }
        let strings = input.as_strings()?;
        let mut bytes = copies(0u8, len.saturating_mul(strings.len()))?;
        for (target, string) in bytes.chunks_mut(len).zip(strings) {
            let kept = string.len().min(len);
            target[..kept].copy_from_slice(&string[..kept]);
        }
        Ok(vec![numbers.tensor(input.shape(), len / numbers.size, bytes)?])
    })))
}
