//! Sums that grow one tensor at a time, for those who keep them: gradients that several steps, or turns of a loop, add to.

use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{Complex, Shape, Tensor, bf16, f16};

use crate::{
    array::elements::{product, room_for},
    dispatch::dispatch,
    math::number::{Field, Number},
};

/// `x + y` for two of one shape, in the memory of `x` if nobody else holds it.
pub fn add(mut x: Tensor, y: &Tensor) -> Result<Tensor> {
    if x.shape() != y.shape() {
        return Err(invalid_argument(format!("cannot add tensors of shapes {} and {}", x.shape(), y.shape())));
    }
    dispatch!(
        x.dtype(),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => {
            let ys = y.values::<T>()?;
            for (x, y) in x.make_mut::<T>()?.iter_mut().zip(ys) {
                *x = <T as Number>::add(*x, *y);
            }
            Ok(x)
        },
        else Err(invalid_argument(format!("{} tensors cannot be added", x.dtype())))
    )
}

/// The mean of tensors of one shape, added up from the first to the last, in the memory of the first if nobody else holds it.
pub fn mean(mut first: Tensor, rest: &[Tensor]) -> Result<Tensor> {
    if let Some(other) = rest.iter().find(|other| other.shape() != first.shape()) {
        return Err(invalid_argument(format!("no mean of tensors of shapes {} and {}", first.shape(), other.shape())));
    }
    if rest.is_empty() {
        return Ok(first);
    }
    // A stretch at a time, so that what was added up is still at hand when it is divided.
    const STRETCH: usize = 4096;
    let count = u32::try_from(rest.len() + 1).map_err(|_| internal("too many tensors for a mean"))?;
    dispatch!(
        first.dtype(),
        [f32, f64, f16, bf16, Complex<f32>, Complex<f64>],
        T => {
            let rest = rest.iter().map(Tensor::values::<T>).collect::<Result<Vec<_>>>()?;
            let divisor = <T as Count>::of(count);
            for (k, sum) in first.make_mut::<T>()?.chunks_mut(STRETCH).enumerate() {
                for other in &rest {
                    let other = &other[k * STRETCH..k * STRETCH + sum.len()];
                    sum.iter_mut().zip(other).for_each(|(x, y)| *x = <T as Number>::add(*x, *y));
                }
                sum.iter_mut().for_each(|x| *x = Field::div(*x, divisor));
            }
            Ok(first)
        },
        else Err(invalid_argument(format!("{} tensors have no mean", first.dtype())))
    )
}

/// Every row of `x`, an index of its first dimension, divided by its own number. A tensor divided as a whole is one row.
pub fn divide_rows(mut x: Tensor, by: &[u32]) -> Result<Tensor> {
    if by.is_empty() || x.num_elements() == 0 {
        return Ok(x);
    }
    let row = (x.num_elements() / by.len()).max(1);
    dispatch!(
        x.dtype(),
        [f32, f64, f16, bf16, Complex<f32>, Complex<f64>],
        T => {
            for (row, by) in x.make_mut::<T>()?.chunks_mut(row).zip(by) {
                let divisor = <T as Count>::of(*by);
                row.iter_mut().for_each(|x| *x = Field::div(*x, divisor));
            }
            Ok(x)
        },
        else Err(invalid_argument(format!("{} tensors cannot be divided", x.dtype())))
    )
}

/// A number of things, as an element.
trait Count: Field {
    fn of(count: u32) -> Self;
}

macro_rules! counts {
    ($($ty:ty = $of:expr,)*) => {$(impl Count for $ty { fn of(count: u32) -> Self { $of(count) } })*};
}

counts! {
    f32 = |n| n as f32, f64 = f64::from, f16 = |n| f16::from_f32(n as f32), bf16 = |n| bf16::from_f32(n as f32),
    Complex<f32> = |n| Complex::new(n as f32, 0.0), Complex<f64> = |n| Complex::new(f64::from(n), 0.0),
}

/// Rows of two tensors side by side: for each row of the result, the row of `x`, of `y`, or the sum of both.
pub fn merge_rows(x: &Tensor, y: &Tensor, plan: &[(Option<usize>, Option<usize>)]) -> Result<Tensor> {
    let sizes = match (x.shape().split_first(), y.shape().split_first()) {
        (Some((_, of_x)), Some((_, of_y))) if of_x == of_y => of_x,
        _ => return Err(invalid_argument(format!("rows of {} and {} do not match", x.shape(), y.shape()))),
    };
    let shape = Shape::new(&[&[plan.len()], sizes].concat())?;
    let row = product(sizes);
    dispatch!(
        x.dtype(),
        [f32, f64, f16, bf16],
        T => {
            let (xs, ys) = (x.values::<T>()?, y.values::<T>()?);
            let beyond = || internal("a row beyond a tensor's end");
            let mut out = room_for::<T>(shape.num_elements())?;
            for (of_x, of_y) in plan {
                let first = out.len();
                if let Some(k) = of_x {
                    out.extend(xs.get(*k * row..(*k + 1) * row).ok_or_else(beyond)?);
                }
                if let Some(k) = of_y {
                    let added = ys.get(*k * row..(*k + 1) * row).ok_or_else(beyond)?;
                    match of_x {
                        None => out.extend(added),
                        Some(_) => out[first..].iter_mut().zip(added).for_each(|(x, y)| *x = <T as Number>::add(*x, *y)),
                    }
                }
            }
            Tensor::new(shape, out)
        },
        else Err(invalid_argument(format!("rows of {} cannot be added", x.dtype())))
    )
}
