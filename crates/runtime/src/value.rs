//! What travels along an edge while a step runs.

use std::sync::Arc;

use regatta_status::Result;
use regatta_tensor::Tensor;

use crate::variable::Variable;

/// A value on an edge. A dead edge, one on the side of a condition that was not taken, carries `None` of these.
#[derive(Clone, Debug)]
pub enum Value {
    /// A tensor.
    Tensor(Tensor),
    /// A reference to a variable, to be read or changed by whoever receives it.
    Ref(Arc<Variable>),
}

impl Value {
    /// The tensor, or the variable's tensor at this moment.
    pub fn read(&self) -> Result<Tensor> {
        match self {
            Value::Tensor(tensor) => Ok(tensor.clone()),
            Value::Ref(variable) => variable.read(),
        }
    }

    /// As [`Value::read`], without keeping a second hold on the tensor.
    pub fn into_tensor(self) -> Result<Tensor> {
        match self {
            Value::Tensor(tensor) => Ok(tensor),
            Value::Ref(variable) => variable.read(),
        }
    }
}

impl From<Tensor> for Value {
    fn from(tensor: Tensor) -> Value {
        Value::Tensor(tensor)
    }
}
