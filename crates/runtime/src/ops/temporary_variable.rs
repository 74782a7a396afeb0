//! `TemporaryVariable`, `DestroyTemporaryVariable`: a variable of one step. It is known to those who hold a reference to it
//! and to nobody else, so it dies with the last of them.

use std::sync::Arc;

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument, not_found};
use regatta_tensor::Tensor;

use crate::{
    action::Stateful,
    ops::{next, variable::reference},
    value::Value,
    variable::Variable,
};

/// `TemporaryVariable`: a new variable for each run of the node. What it holds at first has no meaning; here it is zeros.
pub(crate) fn make(node: &Node) -> Result<Stateful> {
    let dtype = node.attrs.dtype("dtype")?;
    let name = name_of(node)?;
    let declared = node.attrs.shape("shape")?;
    let Some(shape) = declared.to_shape() else {
        return Err(invalid_argument(format!("a temporary variable must have a known shape, not {declared}")));
    };
    Ok(Box::new(move |_, _| {
        let variable = Variable::new(&name, dtype);
        variable.assign(Tensor::zeros(dtype, shape.clone())?, None)?;
        Ok(vec![Value::Ref(Arc::new(variable))])
    }))
}

/// `DestroyTemporaryVariable`: the variable's last value.
pub(crate) fn destroy(node: &Node) -> Result<Stateful> {
    let name = name_of(node)?;
    Ok(Box::new(move |_, inputs| {
        let variable = reference(next(&mut inputs.into_iter())?)?;
        if variable.name() != name {
            return Err(not_found(format!("Resource {name} does not exist; the variable is {}.", variable.name())));
        }
        Ok(vec![variable.read()?.into()])
    }))
}

/// A variable without a name of its own has its node's.
fn name_of(node: &Node) -> Result<String> {
    let name = node.attrs.str("var_name")?;
    Ok(if name.is_empty() { &node.name } else { name }.to_owned())
}
