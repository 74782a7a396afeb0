//! `Range`: the numbers from `start` in steps of `delta` until before `limit`.
//!
//! ```text
//! shape     start [], limit [], delta [] -> [ceil((limit - start) / delta)]
//! ```

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Element, Shape, Tensor, bf16, f16};

use super::{
    number::{Float, Number, Real},
    output::{allocate, compute, input_type},
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Range", range)];

fn range(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [i32, i64],
        T => Ok(compute(|inputs| {
            let [start, limit, delta] = scalars::<T>(&inputs)?;
            let distance = i128::from(limit) - i128::from(start);
            check(start, limit, delta, delta == 0, delta > 0)?;
            // Rounded up; both have the same sign.
            let step = i128::from(delta);
            let count = (distance + step - step.signum()) / step;
            fill(count as f64, count as usize, |i| start.wrapping_add(delta.wrapping_mul(i as T)))
        })),
        else dispatch!(
            input_type(node),
            [f32, f64, f16, bf16],
            T => Ok(compute(|inputs| {
                let [start, limit, delta] = scalars::<T>(&inputs)?;
                check(start.wide(), limit.wide(), delta.wide(), delta == T::ZERO, delta > T::ZERO)?;
                let count = limit.sub(start).wide().to_f64() / delta.wide().to_f64();
                let count = T::narrow(<T as Real>::Wide::of(count)).wide().to_f64().abs().ceil();
                fill(count, count as usize, |i| start.add(T::narrow(<T as Real>::Wide::of(i as f64)).mul(delta)))
            })),
            else Err(unsupported(node))
        )
    )
}

/// The three inputs, each of one element.
fn scalars<T: Element>(inputs: &[Tensor; 3]) -> Result<[T; 3]> {
    let mut values = [T::default(); 3];
    for ((value, input), name) in values.iter_mut().zip(inputs).zip(["start", "limit", "delta"]) {
        *value = match input.values::<T>()? {
            [value] if input.shape().rank() <= 1 => *value,
            _ => return Err(invalid_argument(format!("{name} must be a scalar, not shape {}", input.shape()))),
        };
    }
    Ok(values)
}

fn check<T: PartialOrd + std::fmt::Display>(start: T, limit: T, delta: T, still: bool, upwards: bool) -> Result<()> {
    if still {
        return Err(invalid_argument(format!("Requires delta != 0: {delta}")));
    }
    // Written so that NaN is refused.
    let (fits, sign, order) = if upwards { (start <= limit, ">", "<=") } else { (start >= limit, "<", ">=") };
    if !fits {
        let text = format!("Requires start {order} limit when delta {sign} 0: {start}/{limit}");
        return Err(invalid_argument(text.replace("NaN", "nan")));
    }
    Ok(())
}

fn fill<T: Element>(count: f64, elements: usize, value: impl Fn(usize) -> T) -> Result<Tensor> {
    if count.is_nan() || count > i64::MAX as f64 {
        return Err(invalid_argument(format!("Requires ((limit - start) / delta) <= {}", i64::MAX)));
    }
    let shape = Shape::new(&[elements])?;
    let mut out = allocate(&shape)?;
    out.extend((0..elements).map(value));
    Tensor::new(shape, out)
}
