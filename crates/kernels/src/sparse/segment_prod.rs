//! SegmentProd: the product of the rows of each segment; segments lie one behind the other.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::segments::{check_ids, sorted};
use crate::{Build, Kernel, dispatch::dispatch, math::number::Number, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("SegmentProd", segment_prod)];

fn segment_prod(node: &Node) -> Result<Kernel> {
    check_ids(node)?;
    dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => Ok(sorted::<T>(T::ONE, T::ONE, |a, b| a.mul(b), |value, _| value)),
        else Err(unsupported(node))
    )
}
