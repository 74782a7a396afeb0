//! Stacks: where the forward turns of a loop leave what its gradient takes back in reverse. They die with their step.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, ResourceHandle, Shape, Tensor};

use crate::{action::Stateful, ops::next_tensor, step::StepContext, value::Value};

/// A stack of values of one type.
pub(crate) struct Stack {
    dtype: DType,
    limit: Option<usize>,
    values: Vec<Tensor>,
}

/// `StackV2`: a new stack for each run of the node, known by a number of the step's own.
pub(crate) fn make(node: &Node) -> Result<Stateful> {
    let dtype = node.attrs.dtype("elem_type")?;
    let stack_name = node.attrs.str("stack_name")?;
    let base = if stack_name.is_empty() { &node.name } else { stack_name }.to_owned();
    let device = node.device.clone();
    Ok(Box::new(move |step, inputs| {
        let max_size = next_tensor(&mut inputs.into_iter())?.single::<i32>()?;
        let limit = usize::try_from(max_size).ok();
        let number = step.add_stack(Stack { dtype, limit, values: Vec::new() });
        let handle = ResourceHandle {
            device: device.clone(),
            container: "_stacks".into(),
            name: format!("{base}_{number}"),
            hash_code: number,
            type_name: "Stack".into(),
            dtypes_and_shapes: Vec::new(),
        };
        Ok(vec![Tensor::resources(Shape::scalar(), vec![handle])?.into()])
    }))
}

/// `StackPushV2`: also hands the value on.
pub(crate) fn push() -> Stateful {
    Box::new(|step, inputs| {
        let mut inputs = inputs.into_iter();
        let number = number(&next_tensor(&mut inputs)?)?;
        let value = next_tensor(&mut inputs)?;
        on_stack(step, number, |stack| {
            if stack.dtype != value.dtype() {
                return Err(invalid_argument(format!(
                    "Must have one type {} on the stack, got {}",
                    stack.dtype,
                    value.dtype()
                )));
            }
            if stack.limit.is_some_and(|limit| stack.values.len() >= limit) {
                return Err(invalid_argument(format!("Stack overflowed its max_size ({})", stack.values.len())));
            }
            stack.values.push(value.clone());
            Ok(vec![Value::from(value)])
        })
    })
}

/// `StackPopV2`.
pub(crate) fn pop() -> Stateful {
    Box::new(|step, inputs| {
        let number = number(&next_tensor(&mut inputs.into_iter())?)?;
        on_stack(step, number, |stack| {
            let value = stack.values.pop().ok_or_else(|| invalid_argument("Stack is empty when calling Pop()."))?;
            Ok(vec![Value::from(value)])
        })
    })
}

fn number(handle: &Tensor) -> Result<u64> {
    match handle.as_resources()? {
        [handle] => Ok(handle.hash_code),
        _ => Err(invalid_argument("expected one stack handle")),
    }
}

fn on_stack<T>(step: &StepContext, number: u64, use_it: impl FnOnce(&mut Stack) -> Result<T>) -> Result<T> {
    let mut stacks = step.stacks();
    let stack = stacks
        .get_mut(number as usize)
        .ok_or_else(|| invalid_argument(format!("stack {number} is not of this step")))?;
    use_it(stack)
}
