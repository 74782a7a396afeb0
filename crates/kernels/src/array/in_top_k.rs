//! InTopK and InTopKV2: for each row of predictions, whether its target is among the `k` largest. Where that cannot be said
//! (a target that is no class, predictions that are not finite) it is not.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::Tensor;

use super::elements::{ints, room_for, single_int};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("InTopK", in_top_k), ("InTopKV2", in_top_k)];

fn in_top_k(node: &Node) -> Result<Kernel> {
    // InTopK has its `k` in an attribute.
    let fixed = if node.input_types.len() == 2 { Some(node.attrs.int("k")?) } else { None };
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let (predictions, targets, k) = match inputs.as_slice() {
            [predictions, targets] => (predictions, targets, fixed.unwrap_or(0)),
            [predictions, targets, k] if k.shape().rank() == 0 => (predictions, targets, single_int(k).unwrap_or(0)),
            [_, _, k] => return Err(invalid_argument(format!("k must be 0-D, got shape {}", k.shape()))),
            _ => return Err(internal("InTopK takes two inputs or three")),
        };
        if predictions.shape().rank() != 2 {
            return Err(invalid_argument("predictions must be 2-dimensional"));
        }
        if targets.shape().rank() != 1 {
            return Err(invalid_argument("targets must be 1-dimensional"));
        }
        if predictions.shape()[0] != targets.num_elements() {
            return Err(invalid_argument(format!(
                "First dimension of predictions {} must match length of targets {}",
                predictions.shape()[0],
                targets.num_elements()
            )));
        }
        let classes = predictions.shape()[1];
        let values = predictions.values::<f32>()?;
        let mut truths = room_for(targets.num_elements())?;
        for (k_row, target) in ints(targets)?.into_iter().enumerate() {
            truths.push(is_among(&values[k_row * classes..(k_row + 1) * classes], target, k));
        }
        Ok(vec![Tensor::vector(truths)])
    })))
}

fn is_among(row: &[f32], target: i64, k: i64) -> bool {
    let Some(predicted) = usize::try_from(target).ok().and_then(|target| row.get(target)) else { return false };
    if !predicted.is_finite() || row.iter().any(|value| !value.is_finite()) {
        return false;
    }
    (row.iter().filter(|value| *value > predicted).count() as i64) < k
}
