//! CheckNumerics: the tensor as it is, or an error if an element is NaN or infinite.

use half::{bf16, f16};
use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::Tensor;

use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("CheckNumerics", check_numerics), ("CheckNumericsV2", check_numerics)];

fn check_numerics(node: &Node) -> Result<Kernel> {
    let message = node.attrs.str("message")?.to_owned();
    let dtype = node.attrs.dtype("T")?;
    // Whether there are any NaNs, and any infinities.
    let check: fn(&Tensor) -> Result<(bool, bool)> = dispatch!(dtype, [f32, f64, f16, bf16], T => |tensor| {
        let values = tensor.values::<T>()?;
        Ok((values.iter().any(|value| value.is_nan()), values.iter().any(|value| value.is_infinite())))
    }, else return Err(unsupported(node)));
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [tensor]: [Tensor; 1] = inputs.try_into().map_err(|_| internal("CheckNumerics takes one input"))?;
        let found = match check(&tensor)? {
            (false, false) => return Ok(vec![tensor]),
            (true, false) => "NaN",
            (false, true) => "Inf",
            (true, true) => "Inf and NaN",
        };
        Err(invalid_argument(format!("{message} : Tensor had {found} values")))
    })))
}
