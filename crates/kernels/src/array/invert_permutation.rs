//! InvertPermutation: `y[x[i]] = i`.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor};

use super::elements::{ints, take};
use crate::{Build, Kernel, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("InvertPermutation", invert_permutation)];

fn invert_permutation(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    if !matches!(dtype, DType::Int32 | DType::Int64) {
        return Err(unsupported(node));
    }
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [perm] = take(inputs)?;
        if perm.shape().rank() != 1 {
            return Err(invalid_argument("invert_permutation expects a 1D vector."));
        }
        let perm = ints(&perm)?;
        let mut inverse = vec![-1i64; perm.len()];
        for (i, &place) in perm.iter().enumerate() {
            match usize::try_from(place).ok().and_then(|place| inverse.get_mut(place)) {
                None => return Err(invalid_argument(format!("{place} is not between 0 and {}", perm.len()))),
                Some(slot) if *slot != -1 => {
                    return Err(invalid_argument(format!("{place} is duplicated in the input.")));
                }
                Some(slot) => *slot = i as i64,
            }
        }
        Ok(vec![match dtype {
            DType::Int64 => Tensor::vector(inverse),
            _ => Tensor::vector(inverse.into_iter().map(|i| i as i32).collect()),
        }])
    })))
}
