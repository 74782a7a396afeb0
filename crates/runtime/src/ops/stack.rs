//! Stacks: where the forward turns of a loop leave what its gradient takes back in reverse. They die with their step.

use std::sync::{Mutex, PoisonError};

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor};

use crate::{
    action::Stateful,
    ops::{handle, next, next_tensor},
    resources::Resource,
    step::StepContext,
    value::Value,
};

/// Where a step's stacks lie.
const CONTAINER: &str = "_stacks";

/// A stack of values of one type.
pub(crate) struct Stack {
    dtype: DType,
    limit: Option<usize>,
    /// `None` once it is closed.
    values: Mutex<Option<Vec<Tensor>>>,
}

impl Resource for Stack {
    fn kind() -> &'static str {
        "N10tensorflow5StackE"
    }
}

/// `StackV2`, and `Stack` of the older kind: a new stack for each run of the node, with a name of the step's own.
pub(crate) fn make(node: &Node) -> Result<Stateful> {
    let dtype = node.attrs.dtype("elem_type")?;
    let stack_name = node.attrs.str("stack_name")?;
    let base = if stack_name.is_empty() { &node.name } else { stack_name }.to_owned();
    let device = node.device.clone();
    let is_ref = node.output_types.first().is_some_and(|ty| ty.is_ref);
    Ok(Box::new(move |step, inputs| {
        // The older kind has no limit.
        let limit = match inputs.into_iter().next() {
            Some(max_size) => usize::try_from(max_size.into_tensor()?.single::<i32>()?).ok(),
            None => None,
        };
        let name = step.own.private_name(&base);
        let values = Mutex::new(Some(Vec::new()));
        step.own.find_or_make(CONTAINER, &name, || Ok(Stack { dtype, limit, values }))?;
        Ok(vec![match is_ref {
            true => handle::reference(CONTAINER, &name)?,
            false => handle::resource_handle::<Stack>(&device, CONTAINER, &name)?,
        }])
    }))
}

/// `StackPushV2`, `StackPush`: also hands the value on.
pub(crate) fn push() -> Stateful {
    Box::new(|step, inputs| {
        let mut inputs = inputs.into_iter();
        let handle = next(&mut inputs)?;
        let value = next_tensor(&mut inputs)?;
        on_stack(step, handle, |stack, values| {
            if stack.dtype != value.dtype() {
                return Err(invalid_argument(format!(
                    "Must have one type {} on the stack, got {}",
                    stack.dtype,
                    value.dtype()
                )));
            }
            if stack.limit.is_some_and(|limit| values.len() >= limit) {
                return Err(invalid_argument(format!("Stack overflowed its max_size ({})", values.len())));
            }
            values.push(value.clone());
            Ok(vec![Value::from(value)])
        })
    })
}

/// `StackPopV2`, `StackPop`.
pub(crate) fn pop(node: &Node) -> Result<Stateful> {
    let dtype = node.attrs.dtype("elem_type")?;
    Ok(Box::new(move |step, inputs| {
        on_stack(step, next(&mut inputs.into_iter())?, |stack, values| {
            if stack.dtype != dtype {
                return Err(invalid_argument(format!("the stack has elements of {}, not {dtype}", stack.dtype)));
            }
            let value = values.pop().ok_or_else(|| invalid_argument("Stack is empty when calling Pop()."))?;
            Ok(vec![Value::from(value)])
        })
    }))
}

/// `StackCloseV2`, `StackClose`: what lies on it is let go.
pub(crate) fn close() -> Stateful {
    Box::new(|step, inputs| {
        let stack = handle::find_of_step::<Stack>(step, next(&mut inputs.into_iter())?)?;
        stack.values.lock().unwrap_or_else(PoisonError::into_inner).take();
        Ok(Vec::new())
    })
}

fn on_stack<T>(
    step: &StepContext,
    handle: Value,
    use_it: impl FnOnce(&Stack, &mut Vec<Tensor>) -> Result<T>,
) -> Result<T> {
    let stack = handle::find_of_step::<Stack>(step, handle)?;
    let mut values = stack.values.lock().unwrap_or_else(PoisonError::into_inner);
    let values = values.as_mut().ok_or_else(|| invalid_argument("Stack has already been closed."))?;
    use_it(&stack, values)
}
