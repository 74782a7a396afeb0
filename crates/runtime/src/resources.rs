//! What lives on a task between steps: variables (and later queues, tables, iterators), by container and name.
//!
//! A process has one store that all sessions and masters share, which is how workers share variables; a session that asked
//! for a state of its own gets a store of its own.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use regatta_status::{Result, invalid_argument, not_found};
use regatta_tensor::{DType, ResourceHandle};

use crate::variable::Variable;

/// The container of resources that name none.
pub const DEFAULT_CONTAINER: &str = "localhost";

/// The resources of a task, or of one session that is isolated from the others.
#[derive(Default)]
pub struct Resources {
    containers: Mutex<HashMap<String, Container>>,
}

#[derive(Default)]
struct Container {
    variables: HashMap<String, Arc<Variable>>,
}

impl Resources {
    /// The variable of this name, made if there is none. A variable of another type under the name is an error.
    pub fn variable(&self, container: &str, name: &str, dtype: DType) -> Result<Arc<Variable>> {
        let mut containers = self.lock();
        let variables = &mut containers.entry(container_name(container).to_owned()).or_default().variables;
        if let Some(variable) = variables.get(name) {
            return match variable.dtype() == dtype {
                true => Ok(Arc::clone(variable)),
                false => Err(invalid_argument(format!(
                    "variable {name} in container {} has type {}, not {dtype}",
                    container_name(container),
                    variable.dtype()
                ))),
            };
        }
        let variable = Arc::new(Variable::new(name, dtype));
        variables.insert(name.to_owned(), Arc::clone(&variable));
        Ok(variable)
    }

    /// The variable behind a handle, if it has been made.
    pub fn find_variable(&self, handle: &ResourceHandle) -> Option<Arc<Variable>> {
        self.lock().get(container_name(&handle.container))?.variables.get(&handle.name).cloned()
    }

    /// Forgets the variable behind a handle.
    pub fn remove_variable(&self, handle: &ResourceHandle) -> Result<()> {
        let container = container_name(&handle.container);
        let removed = self.lock().get_mut(container).and_then(|container| container.variables.remove(&handle.name));
        removed.map(|_| ()).ok_or_else(|| not_found(format!("Resource {container}/{} does not exist.", handle.name)))
    }

    /// Forgets everything in these containers; none named means the default one.
    pub fn clear(&self, containers: &[String]) {
        let mut stored = self.lock();
        if containers.is_empty() {
            stored.remove(DEFAULT_CONTAINER);
        }
        for container in containers {
            stored.remove(container_name(container));
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Container>> {
        self.containers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn container_name(container: &str) -> &str {
    if container.is_empty() { DEFAULT_CONTAINER } else { container }
}
