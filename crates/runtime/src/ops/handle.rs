//! Handles: how a node names what lives on the task, and how the ops that use it find it.
//!
//! A handle is a resource, or, with the older ops, a reference to a pair of strings, the container and the name. Both find
//! the same things.

use std::sync::{Arc, OnceLock, Weak};

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, ResourceHandle, Shape, Tensor};

use crate::{
    action::Stateful,
    ops::resource_variable::single,
    resources::{DEFAULT_CONTAINER, Resource, Resources},
    step::StepContext,
    value::Value,
    variable::Variable,
};

/// A node that hands out the handle of a resource, which is `make`d at first use with the name it goes by. What is there
/// already is `check`ed to be what the node asks for. One without a shared name belongs to its session: it gets a name of
/// its own, and is gone when the last program with the node is.
pub(crate) fn provide<R: Resource>(
    node: &Node,
    make: impl Fn(&str, Vec<Value>) -> Result<R> + Send + Sync + 'static,
    check: impl Fn(&R) -> Result<()> + Send + Sync + 'static,
) -> Result<Stateful> {
    let container = node.attrs.str("container")?;
    let container = if container.is_empty() { DEFAULT_CONTAINER } else { container }.to_owned();
    let by_node_name = node.attrs.bool("use_node_name_sharing").unwrap_or(false);
    let shared_name = match node.attrs.str("shared_name")? {
        "" if by_node_name => node.name.clone(),
        name => name.to_owned(),
    };
    let (node_name, device) = (node.name.clone(), node.device.clone());
    let is_ref = node.output_types.first().is_some_and(|ty| ty.is_ref);
    let private: OnceLock<Private> = OnceLock::new();
    Ok(Box::new(move |step, inputs| {
        let name = match shared_name.is_empty() {
            false => &shared_name,
            true => &private.get_or_init(|| Private::new::<R>(&step.resources, &container, &node_name)).handle.name,
        };
        let resource = step.resources.find_or_make(&container, name, || make(name, inputs))?;
        check(&resource)?;
        Ok(vec![if is_ref { reference(&container, name)? } else { resource_handle::<R>(&device, &container, name)? }])
    }))
}

/// A resource handle as a value.
pub(crate) fn resource_handle<R: Resource>(device: &str, container: &str, name: &str) -> Result<Value> {
    let handle = ResourceHandle {
        device: device.to_owned(),
        container: container.to_owned(),
        name: name.to_owned(),
        hash_code: 0,
        type_name: R::kind().to_owned(),
        dtypes_and_shapes: Vec::new(),
    };
    Ok(Tensor::resources(Shape::scalar(), vec![handle])?.into())
}

/// A handle of the older kind.
pub(crate) fn reference(container: &str, name: &str) -> Result<Value> {
    let variable = Variable::new(name, DType::String);
    variable.assign(Tensor::strings(Shape::vector(2), vec![container.into(), name.into()])?, None)?;
    Ok(Value::Ref(Arc::new(variable)))
}

/// The resource that an input is a handle of.
pub(crate) fn find<R: Resource>(step: &StepContext, input: Value) -> Result<Arc<R>> {
    find_in(&step.resources, input)
}

/// As [`find`], among what dies with the step.
pub(crate) fn find_of_step<R: Resource>(step: &StepContext, input: Value) -> Result<Arc<R>> {
    find_in(&step.own, input)
}

fn find_in<R: Resource>(resources: &Resources, input: Value) -> Result<Arc<R>> {
    let tensor = input.into_tensor()?;
    if tensor.dtype() != DType::String {
        return resources.of_handle(single(&tensor)?);
    }
    let [container, name] = tensor.as_strings()? else {
        return Err(invalid_argument(format!(
            "Resource handle must have two elements, but had shape: {}",
            tensor.shape()
        )));
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let handle = ResourceHandle {
        container: text(container),
        name: text(name),
        type_name: R::kind().to_owned(),
        ..ResourceHandle::default()
    };
    resources.of_handle(&handle)
}

/// The name of what only a session's programs know; dropped with the last of them, and what it names with it.
struct Private {
    resources: Weak<Resources>,
    handle: ResourceHandle,
}

impl Private {
    fn new<R: Resource>(resources: &Arc<Resources>, container: &str, node: &str) -> Private {
        let handle = ResourceHandle {
            container: container.to_owned(),
            name: resources.private_name(node),
            type_name: R::kind().to_owned(),
            ..ResourceHandle::default()
        };
        Private { resources: Arc::downgrade(resources), handle }
    }
}

impl Drop for Private {
    fn drop(&mut self) {
        if let Some(resources) = self.resources.upgrade() {
            // It may never have been made, or be gone with its container.
            let _ = resources.remove(&self.handle);
        }
    }
}
