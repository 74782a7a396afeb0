//! Elements as numbers that are equal where the elements are, so that whatever compares elements is written once.

use std::collections::HashMap;

use regatta_graph::Node;
use regatta_status::{Result, internal};
use regatta_tensor::{DType, Tensor, bf16, f16};

use super::elements::room_for;
use crate::{dispatch::dispatch, unsupported};

/// An element's number; NaN has none, since it is equal to nothing.
pub(super) type Code = Option<u64>;

/// Refuses elements that have no codes.
pub(super) fn check_type(node: &Node) -> Result<()> {
    match node.input_types.first().map(|edge| edge.dtype) {
        Some(DType::Complex64 | DType::Complex128 | DType::Resource | DType::Variant) | None => Err(unsupported(node)),
        Some(dtype) if dtype == DType::String || dtype == DType::Bool => Ok(()),
        Some(dtype) => dispatch!(
            dtype,
            [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64],
            _T => Ok(()),
            else Err(unsupported(node))
        ),
    }
}

/// The codes of the elements of tensors of one type.
pub(super) fn codes<const N: usize>(tensors: [&Tensor; N]) -> Result<[Vec<Code>; N]> {
    let mut known: HashMap<&[u8], u64> = HashMap::new();
    let mut all = Vec::with_capacity(N);
    for tensor in tensors {
        let mut found = room_for(tensor.num_elements())?;
        match tensor.dtype() {
            DType::String => {
                for string in tensor.as_strings()? {
                    let next = known.len() as u64;
                    found.push(Some(*known.entry(string.as_slice()).or_insert(next)));
                }
            }
            dtype => dispatch!(
                dtype,
                [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64, bool],
                T => found.extend(tensor.values::<T>()?.iter().map(|value| Coded::code(*value))),
                else return Err(internal(format!("{dtype} elements have no codes")))
            ),
        }
        all.push(found);
    }
    all.try_into().map_err(|_| internal("as many lists of codes as tensors"))
}

trait Coded {
    fn code(self) -> Code;
}

macro_rules! whole_numbers {
    ($($t:ty)*) => {$(impl Coded for $t {
        fn code(self) -> Code { Some(self as u64) }
    })*};
}
whole_numbers!(i8 i16 i32 i64 u8 u16 u32 u64 bool);

macro_rules! floats {
    ($($t:ty: $zero:expr;)*) => {$(impl Coded for $t {
        fn code(self) -> Code {
            match self {
                value if value.is_nan() => None,
                // Zeros of either sign are equal.
                value if value == $zero => Some(0),
                value => Some(u64::from(value.to_bits())),
            }
        }
    })*};
}
floats! { f32: 0.0; f64: 0.0; f16: f16::ZERO; bf16: bf16::ZERO; }
