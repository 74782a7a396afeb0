//! `Timestamp`: the seconds since 1970, on the clock of the task that runs the node.

use regatta_tensor::Tensor;

use crate::{action::Stateful, step::since_1970, value::Value};

pub(crate) fn timestamp() -> Stateful {
    Box::new(|_, _| Ok(vec![Value::from(Tensor::scalar(since_1970().as_secs_f64()))]))
}
