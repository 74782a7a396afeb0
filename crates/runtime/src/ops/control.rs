//! Small ops that steer a step: what counts as true, which of several references, when to give up.

use regatta_graph::{AttrsExt, Node};
use regatta_kernels::Compute;
use regatta_status::{Result, aborted, internal, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use crate::{
    action::Stateful,
    ops::{next, next_tensor},
    value::Value,
};

/// `Identity`: a value as it is. A reference stays one, so that whoever uses it reads the variable then: with TensorFlow the
/// value shares the variable's memory, in which updates are seen. `SyncReplicasOptimizer` lives on it: the tokens it hands
/// out are made of a step number that was "read" before the update that they wait for.
pub(crate) fn identity() -> Stateful {
    Box::new(|_, inputs| {
        let value = next(&mut inputs.into_iter())?;
        if let Value::Ref(variable) = &value {
            variable.check_initialized()?;
        }
        Ok(vec![value])
    })
}

/// `Abort`: TensorFlow's ends the process; here the step alone pays, as others live in the process too.
pub(crate) fn abort(node: &Node) -> Result<Stateful> {
    let message = match node.attrs.str("error_msg")? {
        "" => format!("Abort op {} was run", node.name),
        message => message.to_owned(),
    };
    Ok(Box::new(move |_, _| Err(aborted(message.clone()))))
}

/// `RefSelect`: one of several references.
pub(crate) fn ref_select() -> Stateful {
    Box::new(|_, inputs| {
        let mut inputs = inputs.into_iter();
        let index = next_tensor(&mut inputs)?;
        if index.shape().rank() != 0 {
            return Err(invalid_argument(format!("Index must be a scalar, but it has shape {}", index.shape())));
        }
        let (index, count) = (index.single::<i32>()?, inputs.len());
        let place = usize::try_from(index)
            .ok()
            .filter(|index| *index < count)
            .ok_or_else(|| invalid_argument(format!("Index must be in the range [0, {count}) but got {index}")))?;
        Ok(vec![next(&mut inputs.skip(place))?])
    })
}

/// `ToBool`: a scalar is true if it is not zero or not empty, any other tensor if it has elements.
pub(crate) fn to_bool() -> Compute {
    Box::new(|inputs| {
        let tensor = inputs.into_iter().next().ok_or_else(|| internal("ToBool without an input"))?;
        Ok(vec![Tensor::scalar(if tensor.shape().rank() > 0 { tensor.num_elements() > 0 } else { is_true(&tensor)? })])
    })
}

fn is_true(scalar: &Tensor) -> Result<bool> {
    Ok(match scalar.dtype() {
        DType::Bool => scalar.single::<bool>()?,
        DType::String => scalar.as_strings()?.iter().any(|text| !text.is_empty()),
        // A zero may have a sign.
        DType::Float => scalar.single::<f32>()? != 0.0,
        DType::Double => scalar.single::<f64>()? != 0.0,
        DType::Int8 | DType::Int16 | DType::Int32 | DType::Int64 | DType::UInt8 => is_not_zero(scalar),
        other => return Err(invalid_argument(format!("{other} cannot be converted to a boolean"))),
    })
}

fn is_not_zero(scalar: &Tensor) -> bool {
    scalar.bytes().unwrap_or_default().iter().any(|byte| *byte != 0)
}

/// `FakeParam`: zeros, which nobody looks at; none along a dimension that is not known.
pub(crate) fn fake_param(node: &Node) -> Result<Compute> {
    let dtype = node.attrs.dtype("dtype")?;
    let sizes = node.attrs.shape("shape")?.sizes().unwrap_or_default();
    let shape = Shape::new(&sizes.iter().map(|size| size.unwrap_or_default()).collect::<Vec<_>>())?;
    Ok(Box::new(move |_| Ok(vec![Tensor::zeros(dtype, shape.clone())?])))
}

/// `DeviceIndex`: the place of `CPU` in a list of kinds of devices, or the list's length.
pub(crate) fn device_index(node: &Node) -> Result<Compute> {
    let kinds = &node.attrs.list("device_names")?.strings;
    let place = kinds.iter().position(|kind| kind == b"CPU").unwrap_or(kinds.len());
    let place = i32::try_from(place).unwrap_or(i32::MAX);
    Ok(Box::new(move |_| Ok(vec![Tensor::scalar(place)])))
}
