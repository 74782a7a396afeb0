//! What lives on a task between steps: variables and queues (and later tables, iterators), by container and name.
//!
//! A process has one store that all sessions and masters share, which is how workers share variables; a session that asked
//! for a state of its own gets a store of its own.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use regatta_status::{Result, invalid_argument, not_found};
use regatta_tensor::{DType, ResourceHandle};

use crate::{files::FileAccess, ops::queue::SharedQueue, variable::Variable};

/// The container of resources that name none.
pub const DEFAULT_CONTAINER: &str = "localhost";

/// The resources of a task, or of one session that is isolated from the others.
#[derive(Default)]
pub struct Resources {
    containers: Mutex<HashMap<String, Container>>,
    files: FileAccess,
    private_names: AtomicU64,
}

#[derive(Default)]
struct Container {
    variables: HashMap<String, Arc<Variable>>,
    queues: HashMap<String, Arc<SharedQueue>>,
}

impl Resources {
    /// An empty store of a task that may touch these files.
    pub fn new(files: FileAccess) -> Resources {
        Resources { files, ..Resources::default() }
    }

    /// Another store of the same task, empty.
    pub fn isolated(&self) -> Resources {
        Resources::new(self.files.clone())
    }

    /// Which files the task's ops may touch.
    pub fn files(&self) -> &FileAccess {
        &self.files
    }

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

    /// The queue of this name, made if there is none.
    pub(crate) fn queue(&self, container: &str, name: &str, make: impl FnOnce() -> SharedQueue) -> Arc<SharedQueue> {
        let mut containers = self.lock();
        let queues = &mut containers.entry(container_name(container).to_owned()).or_default().queues;
        Arc::clone(queues.entry(name.to_owned()).or_insert_with(|| Arc::new(make())))
    }

    /// The queue behind a handle, if it has been made.
    pub(crate) fn find_queue(&self, handle: &ResourceHandle) -> Option<Arc<SharedQueue>> {
        self.lock().get(container_name(&handle.container))?.queues.get(&handle.name).cloned()
    }

    /// Forgets a queue, and ends what waits for it.
    pub(crate) fn remove_queue(&self, container: &str, name: &str) {
        let removed =
            self.lock().get_mut(container_name(container)).and_then(|container| container.queues.remove(name));
        if let Some(queue) = removed {
            queue.abandon();
        }
    }

    /// A name for what a node does not share: `_0_node`.
    pub(crate) fn private_name(&self, node: &str) -> String {
        format!("_{}_{node}", self.private_names.fetch_add(1, Ordering::Relaxed))
    }

    /// Forgets everything in these containers; none named means the default one. What waits for a queue there is ended.
    pub fn clear(&self, containers: &[String]) {
        let removed: Vec<Container> = {
            let mut stored = self.lock();
            let default = containers.is_empty().then_some(DEFAULT_CONTAINER);
            let names = containers.iter().map(|container| container_name(container)).chain(default);
            names.filter_map(|container| stored.remove(container)).collect()
        };
        for queue in removed.iter().flat_map(|container| container.queues.values()) {
            queue.abandon();
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Container>> {
        self.containers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn container_name(container: &str) -> &str {
    if container.is_empty() { DEFAULT_CONTAINER } else { container }
}
