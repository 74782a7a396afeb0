//! `HistogramFixedWidth`: how many values fall into each of some bins of one width; what lies outside goes to the ends.
//!
//! ```text
//! shape     values [..], value_range [2], nbins [] -> [nbins]
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Element, Shape, Tensor};

use super::{
    number::Number,
    output::{compute, copies, input_type},
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("HistogramFixedWidth", histogram_fixed_width)];

fn histogram_fixed_width(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("dtype")?;
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64],
        T => match dtype {
            DType::Int32 => Ok(compute(|[values, range, bins]| counted::<T, i32>(&values, &range, &bins, |x| x as f64))),
            DType::Int64 => Ok(compute(|[values, range, bins]| counted::<T, i64>(&values, &range, &bins, |x| x as f64))),
            _ => Err(unsupported(node)),
        },
        else Err(unsupported(node))
    )
}

fn counted<T: Element, I: Number>(
    values: &Tensor,
    range: &Tensor,
    bins: &Tensor,
    to_f64: fn(T) -> f64,
) -> Result<Tensor> {
    if range.shape().rank() != 1 || range.num_elements() != 2 {
        return Err(invalid_argument(format!("value_range should be a 2-element vector, not {}", range.shape())));
    }
    if bins.shape().rank() != 0 {
        return Err(invalid_argument(format!("nbins should be a scalar, not {}", bins.shape())));
    }
    let count = bins.single::<i32>()?;
    let range: Vec<f64> = range.values::<T>()?.iter().map(|x| to_f64(*x)).collect();
    let (low, high) = (range[0], range[1]);
    if low >= high || low.is_nan() || high.is_nan() {
        return Err(invalid_argument(format!(
            "value_range should satisfy value_range[0] < value_range[1], but got '[{low}, {high}]'"
        )));
    }
    let Some(count) = usize::try_from(count).ok().filter(|count| *count > 0) else {
        return Err(invalid_argument(format!("nbins should be a positive number, but got '{count}'")));
    };
    let values = values.values::<T>()?;
    if values.iter().any(|value| to_f64(*value).is_nan()) {
        return Err(invalid_argument("Histogram values must not contain NaN"));
    }
    let shape = Shape::new(&[count])?;
    let mut histogram = copies(&shape, I::ZERO)?;
    let step = (high - low) / count as f64;
    for value in values {
        // `as` takes what is negative to the first bin.
        let bin = ((to_f64(*value) - low) / step) as usize;
        let bin = &mut histogram[bin.min(count - 1)];
        *bin = bin.add(I::ONE);
    }
    Tensor::new(shape, histogram)
}
