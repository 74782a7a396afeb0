//! Numbers about numbers.

use half::{bf16, f16};
use num_traits::ToPrimitive;
use regatta_tensor::{DType, Element, Tensor};

/// Of the elements that are finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    /// The root of the sum of squares.
    pub l2_norm: f64,
    pub min: f64,
    pub max: f64,
    pub mean: f64,
    /// How many elements are NaN or infinite.
    pub not_finite: u64,
}

impl Statistics {
    /// `None` for tensors that are not numbers, and for empty ones.
    pub fn of(tensor: &Tensor) -> Option<Statistics> {
        match tensor.dtype() {
            DType::Float => over::<f32>(tensor),
            DType::Double => over::<f64>(tensor),
            DType::Half => over::<f16>(tensor),
            DType::BFloat16 => over::<bf16>(tensor),
            DType::Int8 => over::<i8>(tensor),
            DType::Int16 => over::<i16>(tensor),
            DType::Int32 => over::<i32>(tensor),
            DType::Int64 => over::<i64>(tensor),
            DType::UInt8 => over::<u8>(tensor),
            DType::UInt16 => over::<u16>(tensor),
            DType::UInt32 => over::<u32>(tensor),
            DType::UInt64 => over::<u64>(tensor),
            _ => None,
        }
    }
}

fn over<T: Element + ToPrimitive>(tensor: &Tensor) -> Option<Statistics> {
    let values = tensor.values::<T>().ok()?;
    let (mut count, mut sum, mut squares) = (0u64, 0.0, 0.0);
    let (mut min, mut max) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in values.iter().filter_map(ToPrimitive::to_f64).filter(|value| value.is_finite()) {
        count += 1;
        sum += value;
        squares += value * value;
        min = min.min(value);
        max = max.max(value);
    }
    if values.is_empty() {
        return None;
    }
    let not_finite = values.len() as u64 - count;
    if count == 0 {
        return Some(Statistics { l2_norm: f64::NAN, min: f64::NAN, max: f64::NAN, mean: f64::NAN, not_finite });
    }
    Some(Statistics { l2_norm: squares.sqrt(), min, max, mean: sum / count as f64, not_finite })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_is_counted_apart() {
        let of = Statistics::of(&Tensor::vector(vec![3.0f32, f32::NAN, -4.0, f32::INFINITY])).unwrap();
        assert_eq!(of, Statistics { l2_norm: 5.0, min: -4.0, max: 3.0, mean: -0.5, not_finite: 2 });
        let of = Statistics::of(&Tensor::vector(vec![1i64, 2])).unwrap();
        assert_eq!((of.min, of.max, of.mean, of.not_finite), (1.0, 2.0, 1.5, 0));
        assert_eq!(Statistics::of(&Tensor::string("x")), None);
        assert_eq!(Statistics::of(&Tensor::vector(Vec::<f32>::new())), None);
        assert_eq!(Statistics::of(&Tensor::scalar(f64::NAN)).unwrap().not_finite, 1);
    }
}
