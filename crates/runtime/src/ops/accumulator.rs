//! Accumulators: a node makes one (or finds it), workers apply gradients, and whoever takes them waits for enough. The ops
//! without `Resource` are the same with handles of the older kind.

use std::sync::Arc;

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument, not_found};
use regatta_tensor::{DType, Tensor};

use crate::{
    accumulator::{Accumulator, Description, Gradient, Reduction},
    action::{Stateful, Waiting},
    ops::{handle, next, next_tensor},
    resources::Resource,
    shared::Shared,
    step::StepContext,
    value::Value,
};

/// An accumulator that steps share.
pub(crate) struct SharedAccumulator {
    name: String,
    description: Description,
    accumulator: Arc<Shared<Accumulator>>,
}

impl Resource for SharedAccumulator {
    fn kind() -> &'static str {
        "N10tensorflow26ConditionalAccumulatorBaseE"
    }

    fn abandon(&self) {
        self.accumulator.abandon();
    }
}

/// `ResourceConditionalAccumulator`, `ConditionalAccumulator`, `SparseConditionalAccumulator`.
pub(crate) fn make(node: &Node) -> Result<Stateful> {
    let dtype = node.attrs.dtype("dtype")?;
    if !matches!(dtype, DType::Float | DType::Double | DType::Half) {
        return Err(invalid_argument(format!(
            "No OpKernel was registered to support Op '{}' with {dtype}",
            node.op.name
        )));
    }
    let reduction = match node.attrs.str("reduction_type")? {
        "MEAN" => Reduction::Mean,
        "SUM" => Reduction::Sum,
        other => {
            return Err(invalid_argument(format!("reduction_type '{other}' is not in the list of \"MEAN\", \"SUM\"")));
        }
    };
    let shape = node.attrs.shape("shape")?.clone();
    let is_sparse = node.op.name.starts_with("Sparse");
    let description = Description { dtype, shape, reduction, is_sparse };
    handle::provide(
        node,
        move |name, _| {
            let accumulator = Arc::new(Shared::new(Accumulator::new(description.clone())));
            Ok(SharedAccumulator { name: name.to_owned(), description: description.clone(), accumulator })
        },
        // Who asks for another shape or type under the name is told when a gradient does not fit.
        |_: &SharedAccumulator| Ok(()),
    )
}

/// `ResourceAccumulatorApplyGradient`, `AccumulatorApplyGradient`.
pub(crate) fn apply() -> Stateful {
    Box::new(|step, inputs| {
        let mut inputs = inputs.into_iter();
        let accumulator = find(step, next(&mut inputs)?, false)?;
        let local_step = scalar(&next_tensor(&mut inputs)?, "local_step")?.single::<i64>()?;
        let gradient = next_tensor(&mut inputs)?;
        accumulator.check_type(gradient.dtype())?;
        accumulator.apply(local_step, Gradient::Dense(gradient))
    })
}

/// `SparseAccumulatorApplyGradient`.
pub(crate) fn apply_sparse(node: &Node) -> Result<Stateful> {
    let has_known_shape = node.attrs.bool("has_known_shape")?;
    Ok(Box::new(move |step, inputs| {
        let mut inputs = inputs.into_iter();
        let accumulator = find(step, next(&mut inputs)?, true)?;
        let local_step = scalar(&next_tensor(&mut inputs)?, "local_step")?.single::<i64>()?;
        let (indices, values) = (next_tensor(&mut inputs)?, next_tensor(&mut inputs)?);
        accumulator.check_type(values.dtype())?;
        if indices.shape().rank() != 1 {
            return Err(invalid_argument(format!(
                "Input indices should be vector but received shape: {}",
                indices.shape()
            )));
        }
        if has_known_shape {
            accumulator.check_whole_shape(next_tensor(&mut inputs)?.values::<i64>()?)?;
        }
        let indices = indices.values::<i64>()?.to_vec();
        accumulator.apply(local_step, Gradient::Rows { indices, values })
    }))
}

/// `ResourceAccumulatorTakeGradient`, `AccumulatorTakeGradient`, and of some rows `SparseAccumulatorTakeGradient`.
pub(crate) fn take(node: &Node) -> Result<Waiting> {
    let dtype = node.attrs.dtype("dtype")?;
    let is_sparse = node.op.name.starts_with("Sparse");
    Ok(Box::new(move |step, inputs, answer| {
        let mut inputs = inputs.into_iter();
        let accumulator = find(step, next(&mut inputs)?, is_sparse)?;
        accumulator.check_type(dtype)?;
        let required = scalar(&next_tensor(&mut inputs)?, "num_required")?.single::<i32>()?;
        let Some(required) = u32::try_from(required).ok().filter(|required| *required > 0) else {
            return Err(invalid_argument(format!("Argument num_required must be positive, but was {required}")));
        };
        let finish = |tensors: Vec<Tensor>| Ok(tensors.into_iter().map(Value::from).collect());
        accumulator
            .accumulator
            .ask(step, answer, finish, move |accumulator, ticket| accumulator.take(ticket, required));
        Ok(())
    }))
}

/// `ResourceAccumulatorSetGlobalStep`, `AccumulatorSetGlobalStep`.
pub(crate) fn set_global_step() -> Stateful {
    Box::new(|step, inputs| {
        let mut inputs = inputs.into_iter();
        let accumulator = handle::find::<SharedAccumulator>(step, next(&mut inputs)?)?;
        let new = scalar(&next_tensor(&mut inputs)?, "new_global_step")?.single::<i64>()?;
        accumulator.accumulator.change(|accumulator| {
            accumulator.set_global_step(new);
            Vec::new()
        });
        Ok(Vec::new())
    })
}

/// `ResourceAccumulatorNumAccumulated`, `AccumulatorNumAccumulated`.
pub(crate) fn num_accumulated() -> Stateful {
    Box::new(|step, inputs| {
        let accumulator = handle::find::<SharedAccumulator>(step, next(&mut inputs.into_iter())?)?;
        let count = accumulator.accumulator.look(Accumulator::count);
        Ok(vec![Tensor::scalar(i32::try_from(count).unwrap_or(i32::MAX)).into()])
    })
}

fn find(step: &StepContext, handle: Value, is_sparse: bool) -> Result<Arc<SharedAccumulator>> {
    let found = handle::find::<SharedAccumulator>(step, handle)?;
    if found.description.is_sparse == is_sparse {
        return Ok(found);
    }
    let kind = |is_sparse| if is_sparse { "rows" } else { "whole gradients" };
    Err(not_found(format!("accumulator '{}' is one of {}, not of {}", found.name, kind(!is_sparse), kind(is_sparse))))
}

fn scalar<'a>(tensor: &'a Tensor, argument: &str) -> Result<&'a Tensor> {
    match tensor.shape().rank() {
        0 => Ok(tensor),
        _ => {
            Err(invalid_argument(format!("Argument {argument} must be a scalar, but had bad shape {}", tensor.shape())))
        }
    }
}

impl SharedAccumulator {
    fn check_type(&self, dtype: DType) -> Result<()> {
        match self.description.dtype == dtype {
            true => Ok(()),
            false => Err(invalid_argument(format!(
                "Signature mismatch: accumulator '{}' has {} and the op {dtype}",
                self.name, self.description.dtype
            ))),
        }
    }

    /// What a gradient of rows says of the tensor they are of must be what the accumulator was told, if it was.
    fn check_whole_shape(&self, sizes: &[i64]) -> Result<()> {
        let known = self.description.shape.sizes().unwrap_or_default();
        let fits = |(known, size): (&Option<usize>, &i64)| known.is_none_or(|known| known as i64 == *size);
        if known.is_empty() || known.len() == sizes.len() && known.iter().zip(sizes).all(fits) {
            return Ok(());
        }
        Err(invalid_argument(format!("Shape mismatch: expected {}, got {sizes:?}", self.description.shape)))
    }

    fn apply(&self, local_step: i64, gradient: Gradient) -> Result<Vec<Value>> {
        let mut refused = None;
        self.accumulator.change(|accumulator| {
            accumulator.apply(local_step, gradient).unwrap_or_else(|error| {
                refused = Some(error);
                Vec::new()
            })
        });
        refused.map_or(Ok(Vec::new()), Err)
    }
}
