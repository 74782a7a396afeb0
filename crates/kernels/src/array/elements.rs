//! Elements as things to be moved, whatever they mean.
//!
//! An op that only moves elements does not care whether four bytes are a float or an integer. So there is one copy of its
//! code per size of a plain element, and one each for strings, resources and variants, instead of one per type.

use std::mem::ManuallyDrop;

use bytemuck::Pod;
use regatta_status::{Result, internal, invalid_argument, resource_exhausted};
use regatta_tensor::{Complex, DType, Element, ResourceHandle, Shape, Tensor, Variant, bf16, f16};

/// A type that elements have while they are moved.
pub(crate) trait Unit: Clone + Default + Send + Sync + 'static {
    /// The elements of a tensor whose type moves as this unit.
    fn of(tensor: &Tensor) -> Result<&[Self]>;

    /// A tensor of these elements.
    fn into_tensor(dtype: DType, shape: Shape, elements: Vec<Self>) -> Result<Tensor>;
}

/// Calls a generic function with the unit that elements of a type move as, e.g. `by_unit!(dtype, U => gather::<U>(..))`.
macro_rules! by_unit {
    ($dtype:expr, $U:ident => $body:expr) => {{
        use regatta_tensor::DType;
        let dtype: DType = $dtype;
        match (dtype, dtype.size()) {
            (DType::String, _) => {
                type $U = Vec<u8>;
                $body
            }
            (DType::Resource, _) => {
                type $U = regatta_tensor::ResourceHandle;
                $body
            }
            (DType::Complex64, _) => {
                type $U = [u32; 2];
                $body
            }
            (DType::Complex128, _) => {
                type $U = [u64; 2];
                $body
            }
            (_, Some(1)) => {
                type $U = u8;
                $body
            }
            (_, Some(2)) => {
                type $U = u16;
                $body
            }
            (_, Some(4)) => {
                type $U = u32;
                $body
            }
            (_, Some(_)) => {
                type $U = u64;
                $body
            }
            (_, None) => {
                type $U = regatta_tensor::Variant;
                $body
            }
        }
    }};
}

pub(crate) use by_unit;

/// Plain units, each with the element types that are of its size and alignment.
macro_rules! plain_units {
    ($($unit:ty: $($element:ty),*;)*) => {$(
        impl Unit for $unit {
            fn of(tensor: &Tensor) -> Result<&[Self]> {
                let bytes = tensor.bytes().ok_or_else(|| internal("a plain tensor has no bytes"))?;
                bytemuck::try_cast_slice(bytes).map_err(|e| internal(format!("a tensor's buffer is unfit: {e}")))
            }

            fn into_tensor(dtype: DType, shape: Shape, elements: Vec<Self>) -> Result<Tensor> {
                $(if dtype == <$element as Element>::DTYPE {
                    return Tensor::new(shape, reinterpret::<$unit, $element>(elements));
                })*
                // Types that no arithmetic knows (quantised, eight bits of float), and truths, whose bytes are checked.
                Tensor::from_bytes(dtype, shape, bytemuck::cast_slice(&elements))
            }
        }
    )*};
}

plain_units! {
    u8: u8, i8;
    u16: u16, i16, f16, bf16;
    u32: u32, i32, f32;
    u64: u64, i64, f64;
    [u32; 2]: Complex<f32>;
    [u64; 2]: Complex<f64>;
}

macro_rules! other_units {
    ($($unit:ty: $get:ident, $make:ident;)*) => {$(
        impl Unit for $unit {
            fn of(tensor: &Tensor) -> Result<&[Self]> {
                tensor.$get()
            }

            fn into_tensor(_: DType, shape: Shape, elements: Vec<Self>) -> Result<Tensor> {
                Tensor::$make(shape, elements)
            }
        }
    )*};
}

other_units! {
    Vec<u8>: as_strings, strings;
    ResourceHandle: as_resources, resources;
    Variant: as_variants, variants;
}

/// The same memory as elements of another plain type of the same size and alignment.
fn reinterpret<A: Pod, B: Pod>(elements: Vec<A>) -> Vec<B> {
    const { assert!(size_of::<A>() == size_of::<B>() && align_of::<A>() == align_of::<B>()) };
    let mut elements = ManuallyDrop::new(elements);
    // SAFETY: the vector is given up above, so its memory has one owner again; `B` has `A`'s size and alignment (checked
    // when this is compiled), so length, capacity and layout stay right; both are `Pod`, so every `A` is a valid `B`.
    unsafe { Vec::from_raw_parts(elements.as_mut_ptr().cast::<B>(), elements.len(), elements.capacity()) }
}

/// An empty vector with room for `count` elements. Sizes of results come from tensors, and those from anybody: too much is
/// an error of the step, where a plain allocation would end the process.
pub(crate) fn room_for<T>(count: usize) -> Result<Vec<T>> {
    let mut elements = Vec::new();
    match elements.try_reserve_exact(count) {
        Ok(()) => Ok(elements),
        Err(_) => Err(resource_exhausted(format!(
            "OOM when allocating tensor with {count} elements of {} bytes on CPU",
            size_of::<T>()
        ))),
    }
}

/// `count` copies of one element.
pub(crate) fn copies<T: Clone>(value: T, count: usize) -> Result<Vec<T>> {
    let mut elements = room_for(count)?;
    elements.resize(count, value);
    Ok(elements)
}

/// The whole numbers of a tensor of indices, axes or sizes.
pub(crate) fn ints(tensor: &Tensor) -> Result<Vec<i64>> {
    fn widen<T: Element + Into<i64>>(tensor: &Tensor) -> Result<Vec<i64>> {
        Ok(tensor.values::<T>()?.iter().map(|&x| x.into()).collect())
    }
    match tensor.dtype() {
        DType::Int8 => widen::<i8>(tensor),
        DType::UInt8 => widen::<u8>(tensor),
        DType::Int16 => widen::<i16>(tensor),
        DType::Int32 => widen::<i32>(tensor),
        DType::Int64 => widen::<i64>(tensor),
        other => Err(invalid_argument(format!("expected indices, got a {other} tensor"))),
    }
}

/// The only whole number of a tensor that has one.
pub(crate) fn single_int(tensor: &Tensor) -> Option<i64> {
    match ints(tensor).ok()?.as_slice() {
        [value] => Some(*value),
        _ => None,
    }
}

/// An axis that may count from the end, as one of `rank` places.
pub(crate) fn axis_of(axis: i64, rank: usize) -> Option<usize> {
    let from_start = if axis < 0 { axis.checked_add(rank as i64)? } else { axis };
    usize::try_from(from_start).ok().filter(|&axis| axis < rank)
}

/// The inputs of a kernel that takes `N` of them. The executor hands over as many as the node has, so a wrong number is our
/// own mistake, and still no reason to panic.
pub(crate) fn take<const N: usize>(inputs: Vec<Tensor>) -> Result<[Tensor; N]> {
    <[Tensor; N]>::try_from(inputs).map_err(|inputs| internal(format!("expected {N} inputs, got {}", inputs.len())))
}

/// The product of some sizes of one shape, which a shape's own limit keeps from overflowing.
pub(crate) fn product(sizes: &[usize]) -> usize {
    sizes.iter().product()
}
