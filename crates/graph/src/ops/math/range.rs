//! `Range`: the numbers from one in steps until before another.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, PartialShape, Tensor};

use crate::{
    op_def::{Op, op},
    ops::infer::{constant, input, scalar},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "Range(start:Tidx, limit:Tidx, delta:Tidx) -> (output:Tidx) {Tidx:type=int32}",
    "The numbers from one in steps until before another.",
)
.shape(range)
.flat()];

/// `start, limit, delta -> [ceil((limit - start) / delta)]`.
fn range(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    for (k, name) in ["start", "limit", "delta"].into_iter().enumerate() {
        scalar(input(query, k)?).map_err(|e| invalid_argument(format!("{}\n\t for '{name}'", e.message)))?;
    }
    let numbers: Option<Vec<f64>> = (0..3).map(|k| constant(query, k).and_then(number)).collect();
    let Some([start, limit, delta]) = numbers.as_deref() else { return Ok(vec![PartialShape::of_rank(1)]) };
    if *delta == 0.0 {
        return Err(invalid_argument("Requires delta != 0"));
    }
    if *delta > 0.0 && start > limit {
        return Err(invalid_argument(format!("Requires start <= limit when delta > 0: {start}/{limit}")));
    }
    if *delta < 0.0 && start < limit {
        return Err(invalid_argument(format!("Requires start >= limit when delta < 0: {start}/{limit}")));
    }
    let count = ((limit - start) / delta).abs().ceil();
    // Beyond this the kernel's own arithmetic may round otherwise.
    Ok(vec![PartialShape::new(vec![(count < 1e6).then_some(count as usize)])])
}

/// The only element of a constant, as a real number.
fn number(tensor: &Tensor) -> Option<f64> {
    match tensor.dtype() {
        DType::Int32 => tensor.single::<i32>().ok().map(f64::from),
        DType::Int64 => tensor.single::<i64>().ok().filter(|x| x.unsigned_abs() < 1 << 52).map(|x| x as f64),
        // In the type's own precision, as the kernel divides; the quotient of two f32 is not that of their f64 forms.
        DType::Double => tensor.single::<f64>().ok(),
        _ => None,
    }
}
