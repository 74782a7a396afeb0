//! The Rust types that elements of tensors have in memory.

use half::{bf16, f16};
use num_complex::Complex;

use crate::DType;

/// A type whose values are the elements of a tensor of plain bytes.
///
/// # Safety
/// `DTYPE.size()` is `size_of::<Self>()`, the type has no padding, and every byte pattern that a buffer of that type may
/// hold is a valid value. For all but `bool` that is every pattern; a `bool` buffer holds only 0 and 1, which
/// `Tensor::from_bytes` checks.
pub unsafe trait Element: Copy + Default + PartialEq + Send + Sync + std::fmt::Debug + 'static {
    /// The type's name on the wire.
    const DTYPE: DType;
}

macro_rules! elements {
    ($($rust:ty => $dtype:ident,)*) => {
        // SAFETY: plain numbers of the size that `DType::size` gives.
        $(unsafe impl Element for $rust { const DTYPE: DType = DType::$dtype; })*
    };
}

elements! {
    f32 => Float,
    f64 => Double,
    i32 => Int32,
    u8 => UInt8,
    i16 => Int16,
    i8 => Int8,
    Complex<f32> => Complex64,
    i64 => Int64,
    bool => Bool,
    bf16 => BFloat16,
    u16 => UInt16,
    Complex<f64> => Complex128,
    f16 => Half,
    u32 => UInt32,
    u64 => UInt64,
}
