//! Variables by resource handle: the handle names the variable, and ops on it find it by name.

use std::sync::Arc;

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, failed_precondition, invalid_argument};
use regatta_tensor::{DType, PartialShape, ResourceHandle, Shape, Tensor};

use crate::{
    action::Stateful,
    ops::{next, next_tensor},
    step::StepContext,
    value::Value,
    variable::Variable,
};

/// TensorFlow's name of a variable's type in a handle.
const TYPE_NAME: &str = "N10tensorflow3VarE";

/// `VarHandleOp`: names the variable; making it is left to the first assignment.
pub(crate) fn handle(node: &Node) -> Result<Stateful> {
    let shared_name = node.attrs.str("shared_name")?;
    let name = if shared_name.is_empty() { &node.name } else { shared_name };
    let about = (node.attrs.dtype("dtype")?, node.attrs.shape("shape")?.clone());
    let handle = handle_of(node, node.attrs.str("container")?, name, about)?;
    Ok(Box::new(move |_, _| Ok(vec![handle.clone().into()])))
}

/// `_VarHandlesOp`: several at once.
pub(crate) fn handles(node: &Node) -> Result<Stateful> {
    let (containers, names) = (&node.attrs.list("containers")?.strings, &node.attrs.list("shared_names")?.strings);
    let (dtypes, shapes) = (&node.attrs.list("dtypes")?.types, &node.attrs.list("shapes")?.shapes);
    let count = node.output_types.len();
    if [containers.len(), names.len(), dtypes.len(), shapes.len()].iter().any(|len| *len != count) {
        return Err(invalid_argument(format!("{count} handles need as many containers, names, types and shapes")));
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let handles = (0..count)
        .map(|k| handle_of(node, &text(&containers[k]), &text(&names[k]), (dtypes[k], shapes[k].clone())))
        .collect::<Result<Vec<Tensor>>>()?;
    Ok(Box::new(move |_, _| Ok(handles.iter().cloned().map(Value::from).collect())))
}

fn handle_of(node: &Node, container: &str, name: &str, about: (DType, PartialShape)) -> Result<Tensor> {
    let handle = ResourceHandle {
        device: node.device.clone(),
        container: if container.is_empty() { crate::resources::DEFAULT_CONTAINER } else { container }.to_owned(),
        name: name.to_owned(),
        hash_code: 0,
        type_name: TYPE_NAME.to_owned(),
        dtypes_and_shapes: vec![about],
    };
    Tensor::resources(Shape::scalar(), vec![handle])
}

/// `VarIsInitializedOp`.
pub(crate) fn is_initialized() -> Stateful {
    Box::new(|step, inputs| {
        let handle = next_tensor(&mut inputs.into_iter())?;
        let variable = step.resources.find_variable(single(&handle)?);
        Ok(vec![Tensor::scalar(variable.is_some_and(|variable| variable.is_initialized())).into()])
    })
}

/// `ReadVariableOp`: the value at this moment. `_ReadVariablesOp`: several, each at its moment.
pub(crate) fn read(node: &Node) -> Result<Stateful> {
    let dtypes: Vec<DType> = node.output_types.iter().map(|ty| ty.dtype).collect();
    Ok(Box::new(move |step, inputs| {
        let read = |(handle, dtype): (Value, &DType)| read_as(step, &handle.into_tensor()?, Some(*dtype));
        inputs.into_iter().zip(&dtypes).map(|pair| read(pair).map(Value::from)).collect()
    }))
}

/// The value of the variable behind a handle, which must be of this type.
pub(crate) fn read_as(step: &StepContext, handle: &Tensor, dtype: Option<DType>) -> Result<Tensor> {
    let handle = single(handle)?;
    let tensor = find(step, handle)?.read().map_err(|_| missing(handle))?;
    match dtype {
        Some(dtype) if dtype != tensor.dtype() => Err(invalid_argument(format!(
            "Trying to read variable with wrong dtype. Expected {dtype} got {} from variable {}",
            tensor.dtype(),
            handle.name
        ))),
        _ => Ok(tensor),
    }
}

/// `AssignVariableOp`: makes the variable if it is not there.
pub(crate) fn assign(node: &Node) -> Result<Stateful> {
    let dtype = node.attrs.dtype("dtype")?;
    let validate_shape = node.attrs.bool("validate_shape")?;
    Ok(Box::new(move |step, inputs| {
        let mut inputs = inputs.into_iter();
        let handle = next_tensor(&mut inputs)?;
        let handle = single(&handle)?;
        let value = next_tensor(&mut inputs)?;
        let declared = handle.dtypes_and_shapes.first().filter(|_| validate_shape).map(|(_, shape)| shape);
        step.resources.variable(&handle.container, &handle.name, dtype)?.assign(value, declared)?;
        Ok(Vec::new())
    }))
}

/// `VariableShape`.
pub(crate) fn shape(node: &Node) -> Result<Stateful> {
    let out_type = node.attrs.dtype("out_type")?;
    Ok(Box::new(move |step, inputs| {
        let handle = next_tensor(&mut inputs.into_iter())?;
        let sizes = find(step, single(&handle)?)?.read()?.shape().to_signed();
        let tensor = match out_type {
            DType::Int64 => Tensor::vector(sizes),
            _ => {
                let narrow: Result<Vec<i32>, _> = sizes.iter().map(|&size| i32::try_from(size)).collect();
                Tensor::vector(narrow.map_err(|_| invalid_argument("a dimension does not fit in int32"))?)
            }
        };
        Ok(vec![tensor.into()])
    }))
}

/// `DestroyResourceOp`: forgets a variable or a queue.
pub(crate) fn destroy(node: &Node) -> Result<Stateful> {
    let ignore_missing = node.attrs.bool("ignore_lookup_error")?;
    Ok(Box::new(move |step, inputs| {
        let handle = next_tensor(&mut inputs.into_iter())?;
        let handle = single(&handle)?;
        let mut removed = step.resources.remove_variable(handle);
        if removed.is_err() && step.resources.find_queue(handle).is_some() {
            step.resources.remove_queue(&handle.container, &handle.name);
            removed = Ok(());
        }
        if ignore_missing { Ok(Vec::new()) } else { removed.map(|()| Vec::new()) }
    }))
}

/// `DisableCopyOnRead`: a hint that has no meaning here, where a read never copies.
pub(crate) fn disable_copy_on_read() -> Stateful {
    Box::new(|_, _| Ok(Vec::new()))
}

/// The variable behind a resource input of an update.
pub(crate) fn of_handle(step: &StepContext, value: Value) -> Result<Arc<Variable>> {
    let handle = next(&mut std::iter::once(value))?.into_tensor()?;
    find(step, single(&handle)?)
}

/// The one handle of a resource input.
pub(crate) fn single(handle: &Tensor) -> Result<&ResourceHandle> {
    match handle.as_resources()? {
        [handle] => Ok(handle),
        _ => Err(invalid_argument(format!("expected one resource handle, got shape {}", handle.shape()))),
    }
}

fn find(step: &StepContext, handle: &ResourceHandle) -> Result<Arc<Variable>> {
    step.resources.find_variable(handle).filter(|variable| variable.is_initialized()).ok_or_else(|| missing(handle))
}

fn missing(handle: &ResourceHandle) -> regatta_status::Status {
    failed_precondition(format!(
        "Could not find variable {}. This could mean that the variable has been deleted. In TF1, it can also mean the \
         variable is uninitialized. Debug info: container={}, status error message=Resource {}/{}/{TYPE_NAME} does not exist.",
        handle.name, handle.container, handle.container, handle.name
    ))
}
