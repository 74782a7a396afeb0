//! Variables by reference: `VariableV2` makes one (or finds it), `Assign` gives it a value.

use std::sync::Arc;

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use crate::{
    action::Stateful,
    ops::{next, next_tensor},
    value::Value,
    variable::Variable,
};

/// `VariableV2`, `Variable`: a reference to the variable of this name, which is made at first use.
pub(crate) fn make(node: &Node) -> Result<Stateful> {
    let dtype = node.attrs.dtype("dtype")?;
    let container = node.attrs.str("container")?.to_owned();
    let shared_name = node.attrs.str("shared_name")?;
    let name = if shared_name.is_empty() { &node.name } else { shared_name }.to_owned();
    Ok(Box::new(move |step, _| Ok(vec![Value::Ref(step.resources.variable(&container, &name, dtype)?)])))
}

/// `IsVariableInitialized`.
pub(crate) fn is_initialized() -> Stateful {
    Box::new(|_, inputs| {
        let variable = reference(next(&mut inputs.into_iter())?)?;
        Ok(vec![Tensor::scalar(variable.is_initialized()).into()])
    })
}

/// `Assign`: the variable takes the value as it is. With `validate_shape` a value of another shape than the one before is refused.
pub(crate) fn assign(node: &Node) -> Result<Stateful> {
    let validate_shape = node.attrs.bool("validate_shape")?;
    Ok(Box::new(move |_, inputs| {
        let mut inputs = inputs.into_iter();
        let variable = reference(next(&mut inputs)?)?;
        let value = next_tensor(&mut inputs)?;
        let shape = if validate_shape { variable.current_shape() } else { None };
        variable.assign(value, shape.as_ref())?;
        Ok(vec![Value::Ref(variable)])
    }))
}

/// The variable that a reference stands for.
pub(crate) fn reference(value: Value) -> Result<Arc<Variable>> {
    match value {
        Value::Ref(variable) => Ok(variable),
        Value::Tensor(_) => Err(invalid_argument("expected a reference to a variable, got a value")),
    }
}
